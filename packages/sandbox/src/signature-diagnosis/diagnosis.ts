/** The mistakes in signing that can be told by trying them. */
export type Mistake =
  | "lower_case"
  | "empty_kept"
  | "unsorted"
  | "field_left_out"
  | "more_fields"
  | "without_key"
  | "key_without_name"
  | "other_key"
  | "url_encoded"
  | "without_prefix"
  | "other_digest";

/** Why the sign of a submission does not match. Keys are masked in all texts, as `key=***`. */
export interface Diagnosis {
  /** What the gateway signs: the text, and the digest it expects. */
  readonly expected: { readonly text: string; readonly sign: string };
  /** The sign that came; empty when there was none. */
  readonly received: string;
  /** The mistake whose sign is the one that came, if one of the usual ones is. */
  readonly mistake?: {
    readonly kind: Mistake;
    /** What was done, and what to do instead. */
    readonly says: string;
    /** The text that gives the sign that came. */
    readonly text: string;
    /** Where it first differs from the expected text; as long as both when only the digest differs. */
    readonly differsAt: number;
  };
}
