/** What a verified notification reports. Optional texts are undefined when they are absent or empty. */
export interface VerifiedFact {
  readonly order: string;
  readonly code: string;
  readonly amount: string;
  readonly trueAmount: string;
  /** Undefined: the currency of the sale (NOT-CURRENCY). */
  readonly currency: string | undefined;
  readonly transaction: string;
  readonly alert: string | undefined;
  readonly count: string | undefined;
  readonly subscription: string | undefined;
  readonly enabled: string | undefined;
  readonly datetime: string;
}
