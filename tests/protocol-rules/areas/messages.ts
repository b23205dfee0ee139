import { ownRule, type Rule } from "../rule-types.ts";

const kept = { replies: ["400 malformed"], state: "pending", items: ["not-verified"], applied: 0 };

export const messageRules: readonly Rule[] = [
  ownRule("MSG-TYPE", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: {}, unsigned: { trade_state: "", alert_type: "0" } }],
        gives: { replies: ["200 OK"], state: "paid", items: [] },
      },
      {
        answer:
          '{"status":1,"url":"https://gateway.example/3d/1","memberid":"10002","orderid":"1","datetime":"1","trade_state":"","alert_type":null}',
        means: { outcome: "redirect" },
      },
    ],
    refused: [
      // A reply to a query, which says that the order failed, and that the query worked.
      {
        life: "hosted",
        steps: [{ notify: { trade_state: "FAIL", datetime: null }, unsigned: { datetime: "" } }],
        gives: kept,
      },
      ...["refund_orderid", "refund_status", "alert_status", "subscribe_time"].map((name) => ({
        life: "hosted" as const,
        steps: [{ notify: { [name]: "1" } }],
        gives: kept,
      })),
      // The reply to a cancellation that was refused.
      {
        answer:
          '{"status":"error","memberid":"10002","orderid":"1","sign":"00000000000000000000000000000000"}',
        means: { outcome: "unknown", reason: "odd_status" },
      },
      {
        answer: '{"status":0,"memberid":"10002","orderid":"1","trade_state":"SUCCESS"}',
        means: { outcome: "unknown", reason: "odd_status" },
      },
    ],
  }),
];
