import type { Attempt } from "../../src/payment/attempt.ts";
import { money } from "../../src/protocol/money/money.ts";

export const exampleAttempt = (changed: Partial<Attempt> = {}): Attempt => ({
  version: 1,
  attemptId: "00000000000000000001",
  tenant: "default",
  merchantTenant: "default",
  reference: "order-1",
  number: 1,
  variant: "hosted",
  merchantId: "10002",
  amount: money(1999, "USD"),
  fingerprint: "f",
  notifyTokenHash: "n",
  returnTokenHash: "r",
  createdAt: "2026-11-20T10:00:00.000Z",
  facts: [],
  state: "created",
  isWinning: false,
  quarantine: [],
  ...changed,
});
