import { ownRule, type Rule, specRule } from "../rule-types.ts";

const orderID = "00000000000000000001";

/** The order that is awaited is 00000000000000000001. */
export const returnRules: readonly Rule[] = [
  specRule("RET-FIELDS", "2.5, 6", {
    accepted: [{ back: { paymentStatus: "succeeded", orderID }, hint: "succeeded" }],
    refused: [
      { back: { paymentStatus: "succeeded" }, hint: "unreadable" },
      { back: { orderID }, hint: "unreadable" },
      { back: { paymentStatus: "succeeded", orderId: orderID }, hint: "unreadable" },
      { back: { paymentstatus: "succeeded", orderID }, hint: "unreadable" },
      { back: {}, hint: "unreadable" },
    ],
  }),
  specRule("RET-STATUS", "2.5, 3, 7", {
    accepted: [
      { back: { paymentStatus: "fail", orderID }, hint: "fail" },
      { back: { paymentStatus: "processing", orderID }, hint: "processing" },
      { back: { paymentStatus: "SUCCEEDED", orderID }, hint: "succeeded" },
    ],
    refused: [
      { back: { paymentStatus: "success", orderID }, hint: "unreadable" },
      { back: { paymentStatus: "failed", orderID }, hint: "unreadable" },
      { back: { paymentStatus: "succeeded", orderID: "00000000000000000002" }, hint: "unreadable" },
    ],
  }),
  specRule("RET-METHOD", "4", {
    accepted: [{ back: { paymentStatus: "succeeded", orderID, sign: "x", amount: "1" }, hint: "succeeded" }],
    refused: [{ back: { paymentStatus: ["succeeded", "fail"], orderID }, hint: "unreadable" }],
  }),
  ownRule("RET-UNSIGNED", {
    accepted: [
      {
        life: "hosted",
        steps: [{ back: "fail" }, { notify: {} }],
        gives: { states: ["pending", "pending", "paid"] },
      },
    ],
    refused: [
      { life: "hosted", steps: [{ back: "succeeded" }], gives: { state: "pending", applied: 0, facts: 1 } },
      { life: "hosted", steps: [{ back: "fail" }], gives: { state: "pending", items: [], facts: 1 } },
    ],
  }),
  ownRule("RET-HINT", {
    accepted: [
      {
        life: "hosted",
        steps: [{ back: "PROCESSING" }, { back: "fail" }, { back: "fail" }],
        gives: { state: "pending", hints: ["processing", "fail"], facts: 1 },
      },
    ],
    refused: [{ life: "hosted", steps: [{ back: "paid" }], gives: { state: "pending", hints: [] } }],
  }),
];
