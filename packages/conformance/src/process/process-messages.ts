/** What a `ShopProcess` says to its process, first of all. */
export interface StartMessage {
  readonly given: unknown;
  readonly before?: unknown;
  readonly ahead: number;
}

/** And what it asks afterwards. Whatever carries the same id is the answer. */
export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly input: readonly unknown[];
}
