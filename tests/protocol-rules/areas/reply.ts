import { ownRule, type Rule } from "../rule-types.ts";

export const replyRules: readonly Rule[] = [
  ownRule("REP-OK", {
    accepted: [
      { life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"] } },
      { life: "hosted", steps: [{ notify: { returncode: "2" } }], gives: { replies: ["200 OK"] } },
      { life: "hosted", steps: [{ resolve: "dismiss" }, { notify: {} }], gives: { replies: ["200 OK"] } },
      { options: { replyWithin: 9 } },
      {
        life: "hosted",
        settings: { acknowledgement: "success" },
        steps: [{ notify: {} }],
        gives: { replies: ["200 success"] },
      },
    ],
    refused: [
      { life: "hosted", steps: [{ notify: {}, sign: "" }], gives: { replies: ["401 unsigned"] } },
      { options: { replyWithin: 10 }, problems: ["replyWithin"] },
      { options: { replyWithin: 0 }, problems: ["replyWithin"] },
      { options: { acknowledgement: "fail" }, problems: ["acknowledgement"] },
    ],
  }),
  ownRule("REP-RETRY", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: {} }, { notify: {} }, { notify: { datetime: "20260301120010" } }],
        gives: { replies: ["200 OK", "200 OK", "200 OK"], applied: 1, facts: 2 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ pass: 3601 }, { sweep: true }],
        gives: { state: "pending", items: ["no-result"] },
      },
    ],
  }),
  ownRule("REP-REFUSAL", {
    accepted: [{ life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"] } }],
    refused: [
      {
        life: "hosted",
        steps: [
          { body: "" },
          { notify: {}, sign: "" },
          { notify: {}, sign: "x" },
          { notify: { memberid: "ok" } },
          { address: "other token" },
          { body: `a=${"ok".repeat(20_000)}` },
        ],
        gives: {
          replies: [
            "400 malformed",
            "401 unsigned",
            "401 mismatch",
            "403 foreign",
            "404 unknown",
            "413 large",
          ],
        },
      },
    ],
  }),
  ownRule("REP-SENDER", {
    accepted: [{ life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"], state: "paid" } }],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: {}, fromStranger: true }],
        gives: { replies: ["403 sender"], state: "pending", items: ["not-verified"] },
      },
    ],
  }),
  ownRule("REP-LIMIT", {
    accepted: [
      { options: { failedNotificationLimit: 1 } },
      {
        life: "hosted",
        settings: { failedNotificationLimit: 1 },
        steps: [{ address: "other token" }, { address: "other token" }, { notify: {} }],
        gives: { replies: ["404 unknown", "429 limited", "200 OK"], state: "paid" },
      },
    ],
    refused: [
      { options: { failedNotificationLimit: 0 }, problems: ["failedNotificationLimit"] },
      { options: { failedNotificationLimit: 1.5 }, problems: ["failedNotificationLimit"] },
    ],
  }),
  ownRule("URL-TOKENS", {
    accepted: [
      { life: "hosted", steps: [{ notify: {} }], gives: { replies: ["200 OK"] } },
      { options: { publicUrl: "https://shop.example/pay/" } },
      {
        answer: `{"status":2,"msg":"cannot reach /notify/X/${"N".repeat(26)}"}`,
        means: { outcome: "declined", text: "cannot reach /notify/X/[token]" },
      },
      {
        answer: `{"status":1,"url":"https://gateway.example/7?back=${"R".repeat(26)}"}`,
        means: { outcome: "redirect" },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ address: "other token" }, { address: "other order" }, { address: "return token" }],
        gives: {
          replies: ["404 unknown", "404 unknown", "404 unknown"],
          state: "pending",
          items: [],
          applied: 0,
        },
      },
      { options: { publicUrl: "https://shop.example/pay?x=1" }, problems: ["publicUrl"] },
      {
        answer: `{"status":1,"url":"https://gateway.example/7?t=${"%6e".repeat(26)}"}`,
        means: { outcome: "unknown", reason: "notify_token" },
      },
    ],
  }),
];
