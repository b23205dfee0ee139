import type { CycleRow } from "../row-types.ts";

const noNumber =
  "Nothing is recorded as paid. The item `unknown-cycle` has the charge: find it at the gateway. Refund it, or accept it with the `item` and the `cycle`.";
const beyond =
  "It is stored, and not recorded as paid. The item is `unexpected-cycle`: refund the charge, and close the subscription at the gateway.";
const another =
  "It is stored, and not recorded as paid. The item is `subscription-mismatch`: ask the gateway to whom the charge belongs. If it belongs here, accept it with the `cycle`.";

const closesNothing =
  "It is stored, and closes nothing here. The item is `subscription-mismatch`: ask the gateway to whom the report belongs, then close the item.";

const othersNumber =
  "It is stored for staff, and changes nothing: that sale has an address of its own. The item is `not-verified`: inform the gateway.";

const reused =
  "It is stored, and not recorded as paid. The item is `transaction-reused`: ask the gateway whether the cycle was charged. If it was, accept it with the `cycle`.";

const unknown = { replies: ["200 OK"], cycles: ["1 paid"], items: ["unknown-cycle"], renewed: 0 };

const reportedAttemptId: readonly (readonly [string, string | null])[] = [
  ["cycle 0", "0"],
  ["a negative cycle", "-2"],
  ["cycle 1.0", "1.0"],
  ["cycle 02", "02"],
  ["cycle 1", "1"],
  ["an empty count", ""],
  ["no count", null],
  ["twenty digits", "99999999999999999999"],
];

export const cycleRows: readonly CycleRow[] = [
  {
    of: "cycle 0",
    messages: [{ fields: { payment_period_count: "0" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid"],
      items: ["incomplete-notification", "paid-twice"],
      renewed: 0,
    },
    advice:
      "The signature does not cover the value `0`, so it counts as missing: see below. If your gateway signs it, the item is `unknown-cycle`.",
  },
  {
    of: "negative cycle",
    messages: [{ fields: { payment_period_count: "-2" } }],
    end: unknown,
    advice: noNumber,
  },
  {
    of: "cycle 1.0",
    messages: [{ fields: { payment_period_count: "1.0" } }],
    end: unknown,
    advice: noNumber,
  },
  {
    of: "cycle 1.0",
    case: "with a zero before it",
    messages: [{ fields: { payment_period_count: "02" } }],
    end: unknown,
    advice: noNumber,
  },
  {
    of: "cycle missing",
    messages: [{ fields: { payment_period_count: null } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid"],
      items: ["incomplete-notification", "paid-twice"],
      renewed: 0,
    },
    advice:
      "Without a count, it is about the sale, which is paid. The items are `incomplete-notification` and `paid-twice`: ask the gateway which cycle was charged.",
  },
  {
    of: "cycle missing",
    case: "empty",
    messages: [{ fields: { payment_period_count: "" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid"],
      items: ["incomplete-notification", "paid-twice"],
      renewed: 0,
    },
    advice: "As above.",
  },
  {
    of: "cycle far ahead",
    messages: [{ fields: { payment_period_count: "13" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "13 review"], items: ["unexpected-cycle"], renewed: 0 },
    advice: beyond,
  },
  {
    of: "cycle far ahead",
    case: "in the plan",
    messages: [{ fields: { payment_period_count: "12" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "12 paid"], items: [], renewed: 1 },
    advice: "Nothing: cycles can come in any order, and the earlier ones are still expected.",
  },
  {
    of: "cycle far ahead",
    case: "nine digits",
    messages: [{ fields: { payment_period_count: "999999999" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "999999999 review"],
      items: ["unexpected-cycle"],
      renewed: 0,
    },
    advice: beyond,
  },
  {
    of: "cycle far ahead",
    case: "twenty digits",
    messages: [{ fields: { payment_period_count: "99999999999999999999" } }],
    end: unknown,
    advice: noNumber,
  },
  ...reportedAttemptId.map(
    ([name, count]): CycleRow => ({
      of: "a gateway order ID of its own",
      case: `with ${name}`,
      messages: [
        { fields: { orderid: "20260401000000000001", payment_period_count: count, transaction_id: "T9" } },
      ],
      end: { ...unknown, tells: "under the gateway order ID 20260401000000000001" },
      advice: noNumber,
    }),
  ),
  {
    of: "a gateway order ID of its own",
    case: "with a count far ahead",
    messages: [{ fields: { orderid: "20260401000000000001", payment_period_count: "13" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "13 review"], items: ["unexpected-cycle"], renewed: 0 },
    advice: beyond,
  },
  {
    of: "a gateway order ID of its own",
    case: "with no count, closing",
    messages: [
      {
        fields: {
          orderid: "20260401000000000001",
          payment_period_count: null,
          transaction_id: "",
          returncode: "2",
          enabled: "0",
        },
      },
    ],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid"],
      items: [],
      renewed: 0,
      closed: true,
      tells: "the subscription is closed",
    },
    advice: "Nothing: the subscription is closed from that moment on, and the shop is informed.",
  },
  {
    of: "a gateway order ID of its own",
    case: "with cycle 0, and another merchant's sign",
    messages: [
      {
        fields: { orderid: "20260401000000000001", payment_period_count: "0" },
        sign: "of another merchant",
      },
    ],
    end: { replies: ["401 mismatch"], cycles: ["1 paid"], items: ["not-verified"], renewed: 0 },
    advice: "The notification is stored, and one item `not-verified` opens. Check the key and `signRules`.",
  },
  {
    of: "unknown gateway subscription ID",
    messages: [{ fields: { payment_transaction_id: "M9" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "2 review"],
      items: ["subscription-mismatch"],
      renewed: 0,
    },
    advice: another,
  },
  {
    of: "unknown gateway subscription ID",
    case: "none",
    messages: [{ fields: { payment_transaction_id: null } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "2 paid"],
      items: ["incomplete-notification"],
      renewed: 1,
    },
    advice: "The address identifies the subscription. Ask the gateway why it leaves the field out.",
  },
  {
    of: "unknown gateway subscription ID",
    case: "closing, with a later cycle",
    messages: [{ fields: { payment_transaction_id: "M9", payment_period_count: "3", enabled: "0" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "3 review"],
      items: ["subscription-mismatch"],
      renewed: 0,
    },
    advice: `${another} It closes nothing here.`,
  },
  {
    of: "unknown gateway subscription ID",
    case: "closing, with no count and no charge",
    messages: [
      {
        fields: {
          payment_transaction_id: "M9",
          payment_period_count: null,
          returncode: "2",
          enabled: "0",
        },
      },
    ],
    end: { replies: ["200 OK"], cycles: ["1 paid"], items: ["subscription-mismatch"], renewed: 0 },
    advice: closesNothing,
  },
  {
    of: "unknown gateway subscription ID",
    case: "closing, under a gateway order ID of its own",
    messages: [
      {
        fields: {
          orderid: "20260401000000000001",
          payment_transaction_id: "M9",
          payment_period_count: null,
          returncode: "2",
          enabled: "0",
        },
      },
    ],
    end: { replies: ["200 OK"], cycles: ["1 paid"], items: ["subscription-mismatch"], renewed: 0 },
    advice: closesNothing,
  },
  {
    of: "unknown gateway subscription ID",
    case: "none, under a gateway order ID of its own",
    messages: [{ fields: { orderid: "20260401000000000001", payment_transaction_id: null } }],
    end: unknown,
    advice: noNumber,
  },
  {
    of: "gateway subscription ID of another merchant",
    messages: [{ fields: { memberid: "10003", payment_transaction_id: "M9" }, sign: "of another merchant" }],
    end: { replies: ["403 foreign"], cycles: ["1 paid"], items: ["not-verified"], renewed: 0 },
    advice:
      "Nothing is recorded: it is about the subscription of another shop. Check whether two shops share one notify address by mistake.",
  },
  {
    of: "gateway subscription ID of another order",
    messages: [{ fields: { payment_transaction_id: "M2" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "2 review"],
      items: ["subscription-mismatch"],
      renewed: 0,
    },
    advice: another,
  },
  {
    of: "gateway subscription ID of another order",
    case: "and its gateway order ID",
    messages: [{ fields: { orderid: "OTHER", payment_transaction_id: "M2" } }],
    end: { replies: ["403 foreign"], cycles: ["1 paid"], items: ["not-verified"], renewed: 0 },
    advice: othersNumber,
  },
  {
    of: "gateway subscription ID of another order",
    case: "its gateway order ID and no gateway subscription ID",
    messages: [{ fields: { orderid: "OTHER", payment_transaction_id: null } }],
    end: { replies: ["403 foreign"], cycles: ["1 paid"], items: ["not-verified"], renewed: 0 },
    advice: othersNumber,
  },
  {
    of: "a transaction that has paid another cycle",
    messages: [{ fields: { transaction_id: "T1" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "2 review"], items: ["transaction-reused"], renewed: 0 },
    advice: reused,
  },
  {
    of: "a transaction that has paid another cycle",
    case: "the gateway subscription ID as the transaction of two cycles",
    messages: [
      { fields: { payment_period_count: "3", transaction_id: "M1" } },
      { fields: { payment_period_count: "4", transaction_id: "M1" } },
    ],
    shown: "cycles 3 and 4, both with `transaction_id=M1`",
    end: {
      replies: ["200 OK", "200 OK"],
      cycles: ["1 paid", "3 paid", "4 review"],
      items: ["transaction-reused"],
      renewed: 1,
    },
    advice: reused,
  },
  {
    of: "one gateway subscription ID at two sales",
    otherMaster: "M1",
    messages: [{ to: "the other sale" }, {}],
    shown: "cycle 2 of each, both with `payment_transaction_id=M1`",
    end: { replies: ["200 OK", "200 OK"], cycles: ["1 paid", "2 paid"], items: [], renewed: 1 },
    advice: "Nothing: each is recorded once, for the sale whose address it came to.",
  },
  {
    of: "a product whose plan has changed since",
    case: "charged as before",
    changed: true,
    messages: [{}],
    shown: "the other sale has the same plan, which costs more and is longer now",
    end: { replies: ["200 OK"], cycles: ["1 paid", "2 paid"], items: [], renewed: 1 },
    advice: "Nothing: a subscription keeps the amount and the plan of its own sale.",
  },
  {
    of: "a product whose plan has changed since",
    case: "charged at the new price",
    changed: true,
    messages: [{ fields: { amount: "24.99", true_amount: "24.99" } }],
    end: {
      replies: ["200 OK"],
      cycles: ["1 paid", "2 review"],
      items: ["amount-mismatch"],
      renewed: 0,
      tells: "24.99",
    },
    advice:
      "The item `mismatch` has the charged amount. The buyer agreed to the old price: refund the difference, then resolve the item for this cycle.",
  },
  {
    of: "a product whose plan has changed since",
    case: "charged longer",
    changed: true,
    messages: [{ fields: { payment_period_count: "13" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "13 review"], items: ["unexpected-cycle"], renewed: 0 },
    advice: beyond,
  },
  {
    of: "closed with a word instead of a number",
    messages: [{ fields: { enabled: "false" } }],
    end: { replies: ["200 OK"], cycles: ["1 paid", "2 paid"], items: [], renewed: 1 },
    advice: "Nothing: only `0` means closed, and the charge is recorded as paid.",
  },
];
