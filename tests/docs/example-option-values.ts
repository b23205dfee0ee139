import type { ExampleOptions, Examples } from "./snippet-with-every-option.ts";

const ofCore: Examples = {
  gateway: `"https://gateway.example"`,
  publicUrl: `"https://shop.example/pay"`,
  merchants: `[{ id: "1", key: "a-key-of-the-merchant" }]`,
  sandbox: "false",
  acceptRawCards: "true",
  website: `"https://shop.example"`,
  bankCode: `"901"`,
  language: `"en"`,
  system: `"shop"`,
  timeZone: `"UTC"`,
  apmMethods: `["alipay"]`,
  planEncoding: `"array"`,
  signRules: `["received", "nine"]`,
  timeout: "30",
  replyWithin: "5",
  hookTimeout: "10",
  reuseFor: "900",
  unknownHold: "900",
  attemptsPerHour: "20",
  cycleMargin: "86400",
  noResultAfter: "3600",
  retention: "34560000",
  operations: "{ query: {}, cancelSubscription: {} }",
  immediateSuccess: `"paid"`,
  unsignedNotifications: `"record"`,
  acknowledgement: `"success"`,
  failedNotificationLimit: "100",
  amountDecimals: "2",
  minimumAmounts: "{ USD: 100, JPY: 100 }",
  telephone: `"national"`,
  amountMismatch: "{ acceptOverpayment: { USD: 100 }, acceptUnderpayment: { USD: 5 } }",
};

const ofAll: Examples = {
  ...ofCore,
  orderPage: `({ reference, tenant, state }) => [reference, tenant, state].join("/")`,
  retryPage: `({ reference, reason }) => [reference, reason].join("/")`,
  pages: `{ outcome: "ours", language: "zh", email: false, render: ({ kind }) => (kind === "placed" ? "" : undefined) }`,
  notifyFrom: `{ addresses: ["203.0.113.0/24"], proxies: 1 }`,
  onEvent: "({ event }) => console.log(event)",
};

const merchant: Examples = {
  id: `"1"`,
  key: `"a-key-of-the-merchant"`,
  variants: `["card", "hosted", "link", "subscription", "apm"]`,
  tenant: `"berlin"`,
  previousKeys: `["an-older-key"]`,
};

const plan: Examples = {
  id: `"6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42"`,
  name: `"Monthly"`,
  type: `"monthly"`,
  description: `"Monthly"`,
  attempts: "3",
  intervalTime: "3600",
  totalCount: "24",
};

const ofExpress: Examples = {
  ...ofAll,
  merchants: `async ({ tenant, signal }) => (signal.aborted ? [] : [{ id: tenant, key: "a-key-of-the-merchant" }])`,
  store: `sqlite("shop.db")`,
  amountDue: `() => money(1999, "USD")`,
  onPaid: `() => ({ refused: { code: "sold_out", message: "Sold out." } })`,
  onRenewal:
    "async ({ payment, subscription, cycle, key, tx }) => void [payment, subscription, cycle.dueAt, key, tx]",
  onSubscriptionClosed: "({ subscription, closedAt }) => void [subscription, closedAt]",
  onDispute:
    "({ payment, dispute, cycle, key, tx }) => void [payment.reference, dispute.type, cycle, key, tx]",
  onCycleFailed:
    "({ subscription, cycle, payment }) => void [subscription, cycle.declinedAt, payment.reference]",
  onCycleOverdue: "({ subscription, cycle }) => void [subscription, cycle]",
  onRefunded:
    "({ payment, refund, cycle, key, tx }) => void [payment, refund.amount, refund.refundId, cycle, key, tx]",
  onRefundFailed: "({ payment, refund }) => void [payment.reference, refund.text]",
  cardSale: "() => undefined",
  tickEvery: "10",
  tick: `{ start: () => undefined } as never`,
};

const ofMedusa: Examples = {
  ...ofAll,
  changeItem: "(item, { reference, tenant }) => ({ ...item, name: item.sku ?? tenant + reference })",
  buyersMayCancel: "true",
  subscriptionPlan: "async ({ cart, container }) => void [cart, container]",
  completeOrder: "async ({ cartId, attemptId, amount, completeByDefault }) => completeByDefault()",
  cardOrigins: `["https://shop.example"]`,
};

const ofVendure: Examples = {
  ...ofAll,
  plans: `{ monthly: { ${Object.entries(plan)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")} } }`,
  changeItem: "(item, { reference, tenant }) => ({ ...item, name: item.sku ?? tenant + reference })",
  buyersMayCancel: "true",
  cardOrigins: `["https://shop.example"]`,
  schedule: `"*/10 * * * * *"`,
  completeOrder:
    "({ order, completeByDefault }) => (order.active ? completeByDefault().then(() => undefined) : undefined)",
};

const withFirstPeriod = { ...plan, firstPeriodAmount: "500" };

/** A value for each option of each host, and the type that has them. */
export const exampleOptionValuesByHost = {
  express: { options: ofExpress, merchant, plan: withFirstPeriod },
  medusa: { options: ofMedusa, merchant, plan: withFirstPeriod },
  vendure: { options: ofVendure, merchant, plan: withFirstPeriod },
} as const satisfies Record<string, ExampleOptions>;

export type HostName = keyof typeof exampleOptionValuesByHost;
