import { ownRule, type Rule } from "../rule-types.ts";

const merchant = { id: "10002", key: "sandbox-hosted-key" };
const twoTenants = { merchants: [merchant, { ...merchant, tenant: "north" }] };

export const paymentRules: readonly Rule[] = [
  ownRule("ENG-START", {
    accepted: [
      {
        life: "hosted",
        steps: [{ start: "hosted" }, { pass: 899 }, { start: "hosted" }],
        gives: { submissions: 1, starts: ["redirect", "redirect again", "redirect again"] },
      },
      { life: "hosted", answer: "", steps: [{ start: "hosted" }], gives: { submissions: 2 } },
      { life: "card", answer: "", steps: [{ pass: 901 }, { start: "card" }], gives: { submissions: 2 } },
      {
        life: "hosted",
        answer: "never",
        steps: [{ start: "hosted" }],
        gives: { submissions: 1, starts: ["waiting again"] },
      },
    ],
    refused: [
      { life: "hosted", steps: [{ pass: 900 }, { start: "hosted" }], gives: { submissions: 2 } },
      {
        life: "hosted",
        steps: [{ start: "hosted", with: { "buyer.phone": "1" } }],
        gives: { submissions: 2 },
      },
      {
        life: "card",
        steps: [{ start: "card" }],
        gives: { submissions: 2, starts: ["redirect", "redirect"] },
      },
      {
        life: "card",
        answer: "",
        steps: [{ start: "hosted" }],
        gives: { submissions: 1, starts: ["waiting", "waiting again"] },
      },
      {
        life: "hosted",
        steps: [{ notify: {} }, { start: "hosted" }],
        gives: { submissions: 1, starts: ["redirect", "paid again"] },
      },
    ],
  }),
  ownRule("ENG-LIMIT", {
    accepted: [
      {
        life: "hosted",
        settings: { attemptsPerHour: 1 },
        steps: [{ start: "hosted" }, { pass: 3600 }, { start: "hosted" }],
        gives: { submissions: 2, starts: ["redirect", "redirect again", "redirect"] },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings: { attemptsPerHour: 2 },
        steps: [
          { start: "link" },
          { start: "hosted", with: { "buyer.phone": "1" } },
          { pass: 3599 },
          { start: "hosted" },
        ],
        gives: { submissions: 2, starts: ["redirect", "redirect", "too_many_attempts", "too_many_attempts"] },
      },
    ],
  }),
  ownRule("ENG-COMMIT", {
    accepted: [
      {
        life: "hosted",
        answer: "never",
        steps: [{ notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: {}, sign: "" }],
        gives: { state: "pending", facts: 1, applied: 0 },
      },
    ],
  }),
  ownRule("ENG-HOOK-LIMIT", {
    accepted: [{ options: { hookTimeout: 0.5 } }, { options: { hookTimeout: 240 } }],
    refused: [
      { options: { hookTimeout: 0 }, problems: ["hookTimeout"] },
      { options: { hookTimeout: 241 }, problems: ["hookTimeout"] },
    ],
  }),
  ownRule("ENG-STATE", {
    accepted: [
      {
        life: "hosted",
        steps: [{ notify: { returncode: "2" } }, { notify: { transaction_id: "T2" } }],
        gives: { state: "paid", items: [], applied: 1 },
      },
      {
        life: "hosted",
        steps: [{ notify: { transaction_id: "T2" } }, { notify: { returncode: "2" } }],
        gives: { state: "paid", items: [], applied: 1 },
      },
      {
        life: "hosted",
        steps: [{ start: "link" }, { notify: {}, of: 0 }],
        gives: { state: "paid", applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ notify: {} }, { notify: { returncode: "2", transaction_id: "T2" } }],
        gives: { states: ["pending", "paid", "paid"] },
      },
      {
        life: "hosted",
        steps: [
          { start: "link" },
          { notify: {}, of: 1 },
          { notify: { returncode: "2", transaction_id: "T2" }, of: 0 },
        ],
        gives: { state: "paid", items: [], applied: 1 },
      },
    ],
  }),
  ownRule("ENG-PLACED", {
    accepted: [{ life: "hosted", steps: [{ notify: {} }], gives: { state: "paid", items: [] } }],
    refused: [
      {
        life: "hosted",
        with: { reference: "cannot be placed" },
        steps: [{ notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", items: ["order-not-placed"] },
      },
    ],
  }),
  ownRule("ENG-WINS", {
    accepted: [
      {
        life: "hosted",
        steps: [
          { start: "hosted", with: { "amount.minor": 3998 } },
          { due: { minor: 3998, currency: "USD" } },
          { notify: {}, of: 0 },
          { notify: { transaction_id: "T2" }, of: 1 },
        ],
        gives: { state: "paid", items: ["paid-twice"], applied: 1 },
      },
      {
        life: "hosted",
        steps: [
          { start: "hosted", with: { "amount.minor": 3998 } },
          { due: { minor: 3998, currency: "USD" } },
          { notify: {}, of: 0 },
          { due: { minor: 1999, currency: "USD" } },
          { notify: { transaction_id: "T2" }, of: 1 },
        ],
        gives: { state: "paid", items: ["paid-twice"], applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [
          { start: "hosted", with: { "amount.minor": 3998 } },
          { due: { minor: 5000, currency: "USD" } },
          { notify: {}, of: 0 },
          { notify: { transaction_id: "T2" }, of: 1 },
        ],
        gives: { state: "paid", items: ["order-not-placed", "order-not-placed"], applied: 0 },
      },
    ],
  }),
  ownRule("ENG-FREE", {
    accepted: [
      {
        life: "hosted",
        steps: [
          { due: { minor: 3998, currency: "USD" } },
          { notify: {} },
          { resolve: "record-refund", item: "order-not-placed" },
          { start: "hosted", with: { "amount.minor": 3998 } },
          { notify: { transaction_id: "T2" } },
        ],
        gives: { state: "paid", items: [], applied: 1, submissions: 2, starts: ["redirect", "redirect"] },
      },
      {
        life: "hosted",
        steps: [
          { notify: { true_amount: "1.00" } },
          { resolve: "record-refund", item: "amount-mismatch" },
          { start: "hosted" },
        ],
        gives: { items: [], submissions: 2, starts: ["redirect", "redirect"] },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ due: null }, { notify: {} }, { start: "hosted" }],
        gives: { state: "paid", submissions: 1, starts: ["redirect", "paid again"] },
      },
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { resolve: "record-refund", refund: { minor: 1999, reference: "R-1" } },
          { start: "hosted" },
        ],
        gives: { state: "paid", applied: 1, submissions: 1, starts: ["redirect", "paid again"] },
      },
    ],
  }),
  ownRule("ENG-REFUND", {
    accepted: [
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { resolve: "record-refund", refund: { minor: 500, reference: "R-1" } },
          { resolve: "record-refund", refund: { minor: 1499, reference: "R-2" } },
        ],
        gives: { state: "paid", applied: 1, refunded: 1999 },
      },
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { notify: { transaction_id: "T2" } },
          { resolve: "record-refund", item: "paid-twice", refund: { minor: 1999, reference: "R-1" } },
        ],
        gives: { state: "paid", items: [], refunded: 0 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { resolve: "record-refund", refund: { minor: 1500, reference: "R-1" } },
          { resolve: "record-refund", refund: { minor: 500, reference: "R-2" } },
        ],
        gives: { refunded: 1500 },
      },
      {
        life: "hosted",
        steps: [
          { notify: {} },
          { resolve: "record-refund", refund: { minor: 500, reference: "R-1" } },
          { resolve: "record-refund", refund: { minor: 500, reference: "R-1" } },
        ],
        gives: { refunded: 500 },
      },
      {
        life: "hosted",
        steps: [{ notify: {} }, { resolve: "record-refund" }],
        gives: { state: "paid", refunded: 0, facts: 2 },
      },
    ],
  }),
  ownRule("ENG-SPAN", {
    accepted: [
      {
        life: "hosted",
        with: { merchantTenant: "north" },
        settings: twoTenants,
        steps: [{ notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", applied: 1 },
      },
      {
        life: "hosted",
        settings: twoTenants,
        steps: [{ start: "link", with: { merchantTenant: "north", tenant: "north" } }],
        gives: { submissions: 2, starts: ["redirect", "redirect"] },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings: twoTenants,
        steps: [{ notify: {} }, { start: "link", with: { merchantTenant: "north" } }],
        gives: { submissions: 1, starts: ["redirect", "paid again"] },
      },
      {
        life: "hosted",
        settings: { ...twoTenants, attemptsPerHour: 1 },
        steps: [{ start: "link", with: { merchantTenant: "north" } }],
        gives: { submissions: 1, starts: ["redirect", "too_many_attempts"] },
      },
    ],
  }),
  ownRule("ENG-DUE", {
    accepted: [
      {
        life: "hosted",
        steps: [{ due: { minor: 1999, currency: "USD" } }, { notify: {} }],
        gives: { state: "paid", items: [], applied: 1 },
      },
      {
        life: "hosted",
        steps: [{ notify: { true_amount: "19.00" } }, { resolve: "accept" }],
        gives: { state: "paid", items: [], applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        steps: [{ due: { minor: 999_900, currency: "USD" } }, { notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", items: ["order-not-placed"], applied: 0 },
      },
      {
        life: "hosted",
        steps: [{ due: { minor: 1999, currency: "EUR" } }, { notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", items: ["order-not-placed"], applied: 0 },
      },
      {
        life: "hosted",
        steps: [{ due: null }, { notify: {} }],
        gives: { replies: ["200 OK"], state: "paid", items: ["order-not-placed"], applied: 0 },
      },
    ],
  }),
  ownRule("ENG-RETURNED", {
    accepted: [
      {
        life: "hosted",
        settings: { operations: { disputeWebhook: {} } },
        steps: [{ dispute: { alert_type: "Ethoca" } }, { notify: {} }],
        gives: { state: "paid", items: ["dispute"], applied: 1 },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings: { operations: { disputeWebhook: {} } },
        steps: [{ dispute: {} }, { notify: {} }],
        gives: { state: "paid", items: ["dispute", "order-not-placed"], applied: 0 },
      },
    ],
  }),
];
