/** One thing that was done differently in signing, and the rule of the protocol that says how it is done. */
export interface SigningMistake {
  readonly rule: string;
  /** What was done, as a sentence. */
  readonly says: string;
  /** What to do instead, as a sentence. */
  readonly advice: string;
}

/** Why the sign of a submission does not match. Keys are masked in all texts, as `key=***`. */
export interface SignatureMismatch {
  /** What the gateway signs: the text, and the digest it expects. */
  readonly expected: { readonly text: string; readonly sign: string };
  /** The sign that came; empty when there was none. */
  readonly received: string;
  /** How the sign that came was made, if one of the usual mistakes, or some of them together, make it. */
  readonly explained?: {
    readonly mistakes: readonly SigningMistake[];
    /** The text that gives the sign that came. */
    readonly text: string;
  };
}
