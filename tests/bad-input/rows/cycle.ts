import { type Message, messagesOf, messageText } from "../encode-notification.ts";
import { code, listed, type Row, rowsOf } from "../row.ts";

/** One POST about a cycle: the second of gateway subscription ID M1, unless `fields` says otherwise. */
export interface CycleMessage extends Pick<Message, "fields" | "sign"> {
  /** Another subscription of the shop, of gateway subscription ID M2. */
  readonly to?: "the other sale";
}

/**
 * What the gateway says of a later cycle of a subscription whose first is paid. OTHER stands for the other sale's gateway
 * order ID.
 */
export interface CycleRow extends Row, CycleMessage {
  readonly second?: CycleMessage;
  /** What the other sale's gateway subscription ID is called. */
  readonly otherMaster?: "M1";
  /** The other sale has the product's plan as it is by now. */
  readonly changed?: boolean;
  /** `200 OK` by default. */
  readonly reply?: string;
  /** Each later cycle of which something was heard, and its state. */
  readonly cycles: readonly string[];
  readonly items: readonly string[];
  /** The subscription ends by it. */
  readonly closed?: true;
  readonly tells?: string;
}

export function cycleLine(row: CycleRow): [string, string] {
  const { reply = "200 OK", cycles, items, closed } = row;
  const messages = messagesOf<CycleMessage>(row);
  const parts = [messages.map(() => code(reply)).join(", "), `cycles ${listed(["1 paid", ...cycles])}`];
  const ends = [...(closed ? ["closed"] : []), ...(items.length === 0 ? [] : [`item ${listed(items)}`])];
  return [messages.map(messageText).join("; then "), [...parts, ...ends].join("; ")];
}

const rows = rowsOf<CycleRow>();
const count = (payment_period_count: string | null, more: Record<string, string | null> = {}) => ({
  fields: { payment_period_count, ...more },
});
const subscription = (payment_transaction_id: string | null, more: Record<string, string | null> = {}) => ({
  fields: { payment_transaction_id, ...more },
});
/** A gateway order ID of its own. */
const own = { orderid: "20260401000000000001" };
const closing = { payment_period_count: null, returncode: "2", enabled: "0" };
const ownId = (text: string | null) => count(text, { ...own, transaction_id: "T9" });

export const cycleRows = [
  ...rows({
    cycles: [],
    items: ["incomplete-notification", "paid-twice"],
    advice:
      "Without a signed count, it is about the sale, which is paid. Ask the gateway which cycle was charged. If your gateway signs the value `0`, the item is `unknown-cycle`.",
  })({ "cycle 0": count("0"), "cycle missing": count(null), "cycle missing: empty": count("") }),
  ...rows({
    cycles: [],
    items: ["unknown-cycle"],
    advice:
      "Nothing is recorded as paid. The item `unknown-cycle` has the charge: find it at the gateway. Refund it, or accept it with the `item` and the `cycle`.",
  })({
    "negative cycle": count("-2"),
    "cycle 1.0": count("1.0"),
    "cycle 1.0: with a zero before it": count("02"),
    "cycle far ahead: twenty digits": count("99999999999999999999"),
    "a gateway order ID of its own: with cycle 0": {
      ...ownId("0"),
      tells: "under the gateway order ID 20260401000000000001",
    },
    "a gateway order ID of its own: with cycle 1": ownId("1"),
    "a gateway order ID of its own: with no count": ownId(null),
    "unknown gateway subscription ID: none, under a gateway order ID of its own": subscription(null, own),
  }),
  ...rows({
    items: ["unexpected-cycle"],
    advice:
      "It is stored, and not recorded as paid. The item is `unexpected-cycle`: refund the charge, and close the subscription at the gateway.",
  })({
    "cycle far ahead": { ...count("13"), cycles: ["13 review"] },
    "cycle far ahead: nine digits": { ...count("999999999"), cycles: ["999999999 review"] },
    "a gateway order ID of its own: with a count far ahead": { ...count("13", own), cycles: ["13 review"] },
    "a product whose plan has changed since: charged longer": {
      ...count("13"),
      changed: true,
      cycles: ["13 review"],
    },
  }),
  ...rows({
    items: ["subscription-mismatch"],
    advice:
      "It is stored, and neither recorded as paid nor closes anything. Ask the gateway to whom it belongs. If a charge belongs here, accept it with the `cycle`, otherwise close the item.",
  })({
    "unknown gateway subscription ID": { ...subscription("M9"), cycles: ["2 review"] },
    "unknown gateway subscription ID: closing, with a later cycle": {
      ...subscription("M9", { payment_period_count: "3", enabled: "0" }),
      cycles: ["3 review"],
    },
    "unknown gateway subscription ID: closing, with no count and no charge": {
      ...subscription("M9", closing),
      cycles: [],
    },
    "unknown gateway subscription ID: closing, under a gateway order ID of its own": {
      ...subscription("M9", { ...own, ...closing }),
      cycles: [],
    },
    "gateway subscription ID of another order": { ...subscription("M2"), cycles: ["2 review"] },
  }),
  ...rows({
    reply: "403 foreign",
    cycles: [],
    items: ["not-verified"],
    advice:
      "It is stored for staff, and changes nothing: the other sale has an address of its own. Inform the gateway, and check whether two shops share one notify address.",
  })({
    "gateway subscription ID of another merchant": {
      ...subscription("M9", { memberid: "10003" }),
      sign: "of another merchant",
    },
    "gateway subscription ID of another order: and its gateway order ID": subscription("M2", {
      orderid: "OTHER",
    }),
    "gateway subscription ID of another order: its gateway order ID and no gateway subscription ID":
      subscription(null, { orderid: "OTHER" }),
  }),
  ...rows({
    items: ["transaction-reused"],
    advice:
      "It is stored, and not recorded as paid. The item is `transaction-reused`: ask the gateway whether the cycle was charged. If it was, accept it with the `cycle`.",
  })({
    "a transaction that has paid another cycle": { fields: { transaction_id: "T1" }, cycles: ["2 review"] },
    "a transaction that has paid another cycle: the gateway subscription ID as the transaction of two cycles":
      {
        ...count("3", { transaction_id: "M1" }),
        second: count("4", { transaction_id: "M1" }),
        shown: "cycles 3 and 4, both with `transaction_id=M1`",
        cycles: ["3 paid", "4 review"],
      },
  }),
  ...rows()({
    "cycle far ahead: in the plan": {
      ...count("12"),
      cycles: ["12 paid"],
      items: [],
      advice: "Nothing: cycles can come in any order, and the earlier ones are still expected.",
    },
    "a gateway order ID of its own: with no count, closing": {
      fields: { ...own, ...closing, transaction_id: "" },
      cycles: [],
      items: [],
      closed: true,
      tells: "the subscription is closed",
      advice: "Nothing: the subscription is closed from that moment on, and the shop is informed.",
    },
    "a gateway order ID of its own: with cycle 0, and another merchant's sign": {
      ...count("0", own),
      sign: "of another merchant",
      reply: "401 mismatch",
      cycles: [],
      items: ["not-verified"],
      advice: "The notification is stored, and one item `not-verified` opens. Check the key and `signRules`.",
    },
    "unknown gateway subscription ID: none": {
      ...subscription(null),
      cycles: ["2 paid"],
      items: ["incomplete-notification"],
      advice: "The address identifies the subscription. Ask the gateway why it leaves the field out.",
    },
    "one gateway subscription ID at two sales": {
      otherMaster: "M1",
      to: "the other sale",
      second: {},
      shown: "cycle 2 of each, both with `payment_transaction_id=M1`",
      cycles: ["2 paid"],
      items: [],
      advice: "Nothing: each is recorded once, for the sale whose address it came to.",
    },
    "a product whose plan has changed since: charged as before": {
      changed: true,
      shown: "the other sale has the same plan, which costs more and is longer now",
      cycles: ["2 paid"],
      items: [],
      advice: "Nothing: a subscription keeps the amount and the plan of its own sale.",
    },
    "a product whose plan has changed since: charged at the new price": {
      changed: true,
      fields: { amount: "24.99", true_amount: "24.99" },
      cycles: ["2 review"],
      items: ["amount-mismatch"],
      tells: "24.99",
      advice:
        "The item `mismatch` has the charged amount. The buyer agreed to the old price: refund the difference, then resolve the item for this cycle.",
    },
    "closed with a word instead of a number": {
      fields: { enabled: "false" },
      cycles: ["2 paid"],
      items: [],
      advice: "Nothing: only `0` means closed, and the charge is recorded as paid.",
    },
  }),
];
