import {
  type OpenPaymentOptions,
  openPayment,
  type PaymentPageOpener,
  type PaymentPageOutcome,
  type PaymentStorage,
} from "../src/index.ts";

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
  getItem = async (key: string) => this.kept.get(key) ?? null;
  setItem = async (key: string, value: string) => void this.kept.set(key, value);
  removeItem = async (key: string) => void this.kept.delete(key);
}

/** Opens a payment whose page never ends, as when the tab goes to the gateway, or the app is killed. */
export async function leave(
  storage: PaymentStorage,
  attemptId: string,
  more: Partial<OpenPaymentOptions> = {},
): Promise<void> {
  const opened = Promise.withResolvers<void>();
  const open = () => {
    opened.resolve();
    return new Promise<never>(() => {});
  };
  const url = "https://gateway.example/pay/1";
  void openPayment({ url, browser: { open }, storage, attemptId, ...more });
  await opened.promise;
}
