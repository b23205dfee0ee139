/** A mistake in signing, with the protocol's rule. */
export interface SigningMistake {
  readonly rule: string;
  /** The mistake, as a sentence. */
  readonly says: string;
  /** The solution, as a sentence. */
  readonly advice: string;
}

/** Why the sign of a sale does not match. Keys are masked in all texts as `key=***`. */
export interface SignatureMismatch {
  /** The text that the gateway signs, and the expected sign. */
  readonly expected: { readonly text: string; readonly sign: string };
  /** The received sign. Empty if there was none. */
  readonly received: string;
  /** How the received sign was calculated, if one or several of the usual mistakes lead to it. */
  readonly explained?: {
    readonly mistakes: readonly SigningMistake[];
    /** The text that leads to the received sign. */
    readonly text: string;
  };
}
