import { ownRule, type Rule, specRule } from "../rule-types.ts";

export const notificationSignRules: readonly Rule[] = [
  ownRule("MSG-VERIFY", {
    accepted: [
      { notified: "plain success", change: { attach: "added", trade_state: "" } },
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { notify: {}, unsigned: { userid: "1" } },
          { notify: {}, unsigned: { userid: "2" } },
        ],
        gives: { state: "paid", items: [], facts: 2 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: { trade_state: "FAIL", datetime: null }, unsigned: { datetime: "0" } }],
        gives: { replies: ["400 malformed"], state: "pending", items: ["not-verified"] },
      },
    ],
  }),
  ownRule("NSIG-RECEIVED", {
    accepted: [
      { notified: "plain success" },
      { notified: "a filled attach is outside", rules: ["received"] },
      { notified: "enabled=0 is outside", rules: ["received"] },
      { notified: "a filled attach is outside", change: { attach: "changed on its way" } },
      { emitted: "card", card: "success", fields: { sign: /^[0-9A-F]{32}$/ } },
    ],
    refused: [
      { notified: "plain success", change: { msg: "added" }, rules: ["received"] },
      { notified: "plain success", change: { true_amount: "1999.00" } },
      { notified: "a filled attach is inside", rules: ["received"] },
      { notified: "enabled=0 is inside", rules: ["received"] },
    ],
  }),
  ownRule("NSIG-ATTACH", {
    accepted: [
      { notified: "a filled attach is inside", rules: ["received-attach"] },
      { notified: "an attach that is not ASCII" },
    ],
    refused: [
      { notified: "a filled attach is inside", change: { attach: "note 2" } },
      { notified: "a filled attach is outside", rules: ["received-attach"] },
    ],
  }),
  ownRule("NSIG-ZERO", {
    accepted: [
      { notified: "enabled=0 is inside", rules: ["received-zero"] },
      { notified: "attach and enabled=0 are inside", rules: ["received-attach-zero"] },
      { notified: "an amount of 0 is inside" },
    ],
    refused: [
      { notified: "enabled=0 is inside", change: { enabled: "1" } },
      { notified: "enabled=0 is outside", rules: ["received-zero", "received-attach-zero"] },
      { notified: "attach and enabled=0 are inside", rules: ["received-zero"] },
    ],
  }),
  ownRule("NSIG-FIELDS", {
    accepted: [
      { notified: "plain success", change: { msg: "added", userid: "15452" }, rules: ["fields"] },
      { notified: "enabled=0 is inside", change: { msg: "added" }, rules: ["fields-zero"] },
      { notified: "a filled attach is inside", change: { msg: "added" }, rules: ["fields-attach"] },
      {
        life: "hosted",
        steps: [{ notify: {}, unsigned: { alert_type: "Refund", trade_state: "REFUND", "odd-name": "&x" } }],
        gives: { replies: ["200 OK"], state: "paid", items: [] },
      },
    ],
    refused: [
      { notified: "plain success", change: { true_amount: "1999.00" }, rules: ["fields"] },
      { notified: "plain success", change: { payment_period_count: "2" }, rules: ["fields"] },
    ],
  }),
  ownRule("NSIG-NINE", {
    accepted: [
      { notified: "a cycle is outside", rules: ["nine"] },
      { notified: "a cycle is outside", change: { payment_period_count: "2", msg: "added" } },
    ],
    refused: [
      { notified: "an attach and a cycle", change: { attach: "note 2" } },
      { notified: "a cycle is inside", rules: ["nine"] },
      {
        life: "subscription",
        steps: [{ notify: {}, unsigned: { payment_period_count: "2" } }],
        gives: { replies: ["401 mismatch"], state: "pending", items: ["not-verified"] },
      },
    ],
  }),
  ownRule("NSIG-AMBIGUOUS", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: { attach: "Tom & Jerry&b=1", a_1: "x=y" } }],
        gives: { replies: ["200 OK"], state: "paid", items: [] },
      },
      {
        life: "hosted",
        steps: [{ notify: { msg: "1 & 2" } }],
        gives: { replies: ["200 OK"], state: "paid", items: [] },
      },
    ],
    refused: [
      {
        life: "subscription",
        steps: [{ notify: { datetime: "20260301120000&enabled=1" }, unsigned: { enabled: "0" } }],
        gives: { replies: ["400 malformed"], state: "pending", items: ["not-verified"] },
      },
      {
        life: "subscription",
        steps: [{ notify: { "payment_period_count=2&payment_transaction_id": "M1" } }],
        gives: { replies: ["400 malformed"], state: "pending" },
      },
      {
        life: "hosted",
        steps: [{ notify: { msg: "x&returncode=00" } }],
        gives: { replies: ["400 malformed"], state: "pending" },
      },
      { life: "hosted", steps: [{ notify: { "a-b": "1" } }], gives: { replies: ["400 malformed"] } },
      { life: "hosted", steps: [{ notify: { userid: "1 & 2" } }], gives: { replies: ["400 malformed"] } },
    ],
  }),
  ownRule("NSIG-WEAKER", {
    accepted: [
      {
        life: "subscription",
        settings: { signRules: ["received", "nine"] },
        steps: [
          {
            notify: {
              returncode: "2",
              transaction_id: "T0",
              payment_period_count: "1",
              payment_transaction_id: "M1",
            },
          },
          { notify: {}, unsigned: { payment_period_count: "1", payment_transaction_id: "M1" } },
        ],
        gives: { replies: ["200 OK", "200 OK"], state: "paid", items: ["weaker-signature"] },
      },
    ],
    refused: [
      {
        life: "subscription",
        settings: { signRules: ["received", "nine"] },
        steps: [{ notify: {}, unsigned: { payment_period_count: "1", payment_transaction_id: "M1" } }],
        gives: { replies: ["200 OK"], state: "paid", items: [] },
      },
    ],
  }),
  specRule("NSIG-CASE", "2.6", {
    accepted: [
      { notified: "plain success" },
      { notified: "plain success", sign: "5dd9dd369c7ea2b12ecf4c9e7baf5ed9" },
    ],
    refused: [
      { notified: "plain success", sign: "5DD9DD369C7EA2B12ECF4C9E7BAF5ED" },
      { notified: "plain success", sign: "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9 " },
      { notified: "plain success", sign: "5DD9DD369C7EA2B12ECF4C9E7BAF5ED8" },
    ],
  }),
  ownRule("NSIG-MISSING", {
    accepted: [
      { life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"], state: "paid" } },
      {
        life: "hosted",
        settings: { unsignedNotifications: "record" },
        steps: [{ notify: {}, sign: "" }],
        gives: { replies: ["200 OK"], state: "pending", items: ["not-verified"] },
      },
    ],
    refused: [
      { options: { unsignedNotifications: "accept" }, problems: ["unsignedNotifications"] },
      {
        life: "hosted",
        steps: [
          { notify: {}, sign: "" },
          { notify: {}, sign: "00000000000000000000000000000000" },
        ],
        gives: {
          replies: ["401 unsigned", "401 mismatch"],
          state: "pending",
          items: ["not-verified"],
          applied: 0,
          facts: 1,
        },
      },
      { notified: "plain success", sign: "" },
    ],
  }),
  ownRule("NSIG-EXPLAIN", {
    accepted: [
      {
        life: "hosted",
        settings: { signRules: ["received"] },
        steps: [{ notify: {}, unsigned: { msg: "added" } }],
        gives: { replies: ["401 mismatch"], state: "pending", items: ["not-verified"] },
      },
    ],
    refused: [
      { life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"], state: "paid", items: [] } },
    ],
  }),
  ownRule("NSIG-AGAIN", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: {}, fromStranger: true }, { notify: {} }, { sweep: true }],
        gives: { replies: ["403 sender", "200 OK"], state: "paid", items: [], applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: {}, fromStranger: true }, { sweep: true }],
        gives: { replies: ["403 sender"], state: "pending", items: ["not-verified"], applied: 0 },
      },
    ],
  }),
];
