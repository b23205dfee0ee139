import type { PaymentModel } from "./oracle/payment-model.ts";

/** One attempt of the shop under test, with everything that only its gateway and its buyer know. */
export interface Scene {
  readonly reference: string;
  readonly tenant: string;
  readonly orderNumber: string;
  readonly notifyToken: string;
  readonly returnToken: string;
  readonly stateToken: string;
  readonly model: PaymentModel;
}
