import { expect, test } from "vitest";
import type { Fact, NotificationFact } from "../../../src/payment/fact.ts";
import { incompleteNotificationFindings } from "../../../src/payment/subscription/derive-cycle-state.ts";
import { exampleNotification, exampleResolution, exampleResponse } from "../example-facts.ts";

const complete = (changed: Partial<NotificationFact> = {}) =>
  exampleNotification({ gatewaySubscriptionId: "M1", periodCount: "1", ...changed });
const { gatewaySubscriptionId: _, ...withoutId } = complete();
const { periodCount: __, ...withoutCount } = complete();

test.each<[string, NotificationFact, string]>([
  ["the subscription ID", withoutId, "lacks payment_transaction_id."],
  ["the count", withoutCount, "lacks payment_period_count. It was recorded as the first payment."],
  [
    "both",
    exampleNotification(),
    "lacks payment_transaction_id and payment_period_count. It was recorded as the first payment.",
  ],
])("a notification without %s has a finding that names the field (ITEM-FIELDS)", (_, fact, lacks) => {
  expect(incompleteNotificationFindings([exampleResponse("redirect"), fact])).toEqual([
    {
      kind: "incomplete-notification",
      dedupeKey: "T1",
      evidence: `The notification of transaction T1 ${lacks}`,
    },
  ]);
});

test.each<[string, Fact]>([
  ["a complete notification", complete()],
  ["a refund notice", exampleNotification({ alertType: "refund" })],
  ["a transaction that paid another cycle", exampleNotification({ usedFor: 2 })],
  ["a report of the closing", exampleNotification({ enabled: "0" })],
  [
    "a notification whose cycle is unknown",
    exampleNotification({ reportedAttemptId: "00000000000000000099" }),
  ],
  ["an operator action", exampleResolution("accept")],
])("%s has no finding", (_, fact) => {
  expect(incompleteNotificationFindings([fact])).toEqual([]);
});

test("a notification with enabled=1 is checked", () => {
  expect(incompleteNotificationFindings([exampleNotification({ enabled: "1" })])).toHaveLength(1);
});
