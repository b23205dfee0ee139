import { expect, test } from "vitest";
import { type DisputeFact, disputeItemCodeByType, disputeItemKey } from "../../src/payment/dispute-fact.ts";
import { exampleDispute as dispute } from "./example-facts.ts";

test.each<[string, Partial<DisputeFact>]>([
  ["chargeback/T1", {}],
  ["ethoca-alert/T1", { type: "ethoca-alert" }],
  ["rdr-alert/T1", { type: "rdr-alert" }],
  ["refund/T1/", { type: "refund" }],
  ["void/T1", { type: "unrecognized", alertType: "VOID" }],
])("the review item of a dispute has the key %s (DSP-ITEM)", (key, changed) => {
  expect(disputeItemKey(dispute(changed))).toBe(key);
});

test("each type of dispute has its own code", () => {
  expect(disputeItemCodeByType).toEqual({
    ...{ chargeback: "chargeback", "ethoca-alert": "ethoca_alert", "rdr-alert": "rdr_alert" },
    ...{ refund: "refund_report_unclear", unrecognized: "unrecognized_dispute" },
  });
});
