/** Which message is a notification (docs/reference/protocol.md, MSG-TYPE), written from that page. */
const required = ["memberid", "orderid", "returncode", "datetime"];

/** Fields that a notification must not sign. */
const excluded = [
  "trade_state",
  "refund_orderid",
  "refund_amount",
  "refund_reason",
  "refund_message",
  "refund_status",
  "subscribe_time",
  "last_payment_time",
  "alert_datetime",
  "alert_content",
  "alert_status",
  "url",
];

export function isSignedNotification(signed: ReadonlySet<string>): boolean {
  return required.every((name) => signed.has(name)) && !excluded.some((name) => signed.has(name));
}

/** The protocol's own fields of a notification, which the rules NSIG-FIELDS sign. */
export const notificationNames: readonly string[] = [
  ...required,
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "enabled",
  "payment_transaction_id",
  "payment_period_count",
];

/** The names of all fields of the protocol: what reads as one of them in a free text makes it ambiguous (NSIG-AMBIGUOUS). */
export const protocolNames: ReadonlySet<string> = new Set([
  ...notificationNames,
  ...excluded,
  "alert_type",
  "attach",
  "msg",
  "sign",
  "status",
  "true_currency",
  "time_end",
]);
