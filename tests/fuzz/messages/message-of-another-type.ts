import type { FuzzedAttempt } from "../create-sale.ts";
import type { MessageType } from "../oracle/message-types.ts";
import { type Field, isSigned, type SignRule, signPairs } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";

type OtherType = Exclude<MessageType, "notification">;

const refund = {
  refund_orderid: "R1",
  refund_amount: "5.00",
  refund_reason: "damaged",
  refund_message: "V0000:OK",
};

/** The documented fields of each type besides merchant and order, the first of which must be signed. */
const fieldsOfType: Readonly<Record<OtherType, Readonly<Record<string, string>>>> = {
  "query-reply": { trade_state: "SUCCESS", returncode: "00", time_end: "2026-01-02 03:04:05" },
  "refund-reply": { returncode: "00", ...refund },
  "refund-query-reply": { refund_status: "1", returncode: "00", ...refund },
  "cancel-reply": { status: "success", msg: "Unsubscribe successfully", subscribe_time: "1767322845" },
  dispute: {
    alert_type: "Refund",
    alert_status: "00",
    alert_datetime: "2026-01-05 10:00:00",
    alert_content: "a & b",
  },
};

/** What makes a message look like a notification, as far as nobody signs it. */
const disguises: readonly (readonly Field[])[] = [
  [],
  [["datetime", ""]],
  [["datetime", "0"]],
  [
    ["datetime", "20261122101112"],
    ["returncode", "00"],
  ],
  [
    ["datetime", ""],
    ["returncode", "00"],
  ],
];

/** A message that the key of the merchant signed, and that is no notification. */
export function messageOfAnotherType(
  { model: { terms } }: FuzzedAttempt,
  random: Random,
  rule: SignRule,
): Field[] {
  const type = random.pick(Object.keys(fieldsOfType) as OtherType[]);
  const [required = ["", ""], ...others] = Object.entries(fieldsOfType[type]);
  const fields: Field[] = [
    ["memberid", terms.memberId],
    ["orderid", terms.orderId],
    required as Field,
    ...(random.chance(0.7) ? (others as Field[]) : []),
    ...(random.chance(0.7)
      ? ([
          ["amount", terms.amount],
          ["true_amount", terms.firstAmount],
          ["currency", terms.currency],
          ["transaction_id", "T1"],
        ] as const)
      : []),
  ];
  // A gateway signs its own fields of each type.
  const signed = fields.filter((field) => isSigned(rule === "nine" ? rule : "received", field));
  const names = new Set(fields.map(([name]) => name));
  const added = random.pick(disguises).filter(([name]) => !names.has(name));
  const empty = ["amount", "true_amount", "transaction_id"].filter((name) => !names.has(name));
  return [
    ...fields,
    ...added,
    ...empty.map((name): Field => [name, random.pick(["", "0"])]),
    ["sign", signPairs(signed, terms.keys[0] ?? "")],
  ];
}
