/** The first message that a `ShopProcess` sends to its process. */
export interface StartMessage {
  readonly given: unknown;
  readonly before?: unknown;
  readonly ahead: number;
}

/** A later call to the process. The answer carries the same id. */
export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly input: readonly unknown[];
}
