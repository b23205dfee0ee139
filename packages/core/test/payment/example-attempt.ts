import type { Attempt } from "../../src/payment/attempt.ts";
import type { Fact } from "../../src/payment/fact.ts";
import type { ChargeFacts } from "../../src/payment/refundable-charge.ts";
import type {
  SubscriptionAttempt,
  SubscriptionSummary,
} from "../../src/payment/subscription/subscription.ts";
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

export const examplePlan: SubscriptionAttempt["plan"] = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  type: "monthly",
  attempts: 3,
  intervalTime: 3600,
  totalCount: 12,
};

export const exampleSubscription = (
  facts: readonly Fact[] = [],
  subscription?: SubscriptionSummary,
): SubscriptionAttempt => ({
  ...exampleAttempt({ facts }),
  plan: examplePlan,
  ...(subscription && { subscription }),
});

/** The charge of a paid sale with these facts. */
export const exampleCharge = (facts: readonly Fact[]): ChargeFacts => ({
  attempt: exampleAttempt({ facts, state: "paid" }),
  cycle: undefined,
  facts,
});
