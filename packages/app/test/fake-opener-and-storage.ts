import type { PaymentPageOpener, PaymentPageOutcome, PaymentStorage } from "../src/index.ts";

/** One whose pages end as the test says. */
export function browserWithOutcome(
  ending: PaymentPageOutcome,
  more: Partial<PaymentPageOpener> = {},
): PaymentPageOpener {
  return { open: async () => ending, ...more };
}

/** One that a test can look into, and that an app which was killed finds again. */
export class InspectableStorage implements PaymentStorage {
  readonly kept = new Map<string, string>();

  async getItem(key: string): Promise<string | null> {
    return this.kept.get(key) ?? null;
  }

  async setItem(key: string, value: string): Promise<void> {
    this.kept.set(key, value);
  }

  async removeItem(key: string): Promise<void> {
    this.kept.delete(key);
  }
}
