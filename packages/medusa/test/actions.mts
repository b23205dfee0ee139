/** Everything that changes something at Medusa. docs/reference/actions.md prints the rows, and the tests walk them. */
interface MedusaAction {
  /** Method and path, with the names of the parameters. */
  readonly action: string;
  readonly caller: string;
  /** The policies that the caller needs with the feature flag `rbac`, all of them. */
  readonly rights: readonly string[];
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
  /** A body that needs more rights than an empty one. */
  readonly body?: object;
}

const staff = {
  caller: "staff",
  origin: "JSON from the shop's own origin, or from an origin in `http.adminCors`",
  tenant: "all tenants",
};
const buyer = {
  rights: [],
  origin: "JSON from the shop's own origin, or from an origin in `http.storeCors`",
  tenant: "the sales channel of the publishable key",
};
const reading = ["pay_index_attempt:read", "order:read"];
const resolving = [...reading, "pay_index_attempt:update"];
const refundRights = ["pay_index_attempt:refund", "payment:read", "refund:create"];
const refund = { amount: "1.00", reference: "none" };
const toRefund = "what is left to refund";
const oneAtATime = "one request to the gateway at a time";
const link = { reference: "none", linkId: "1" };

const recording = { rights: [...resolving, ...refundRights], limit: toRefund };
const recorded = { action: "record-refund", refund };

/** Staff's own routes, below `/admin/pay-index/`. */
const staffRows: readonly Pick<MedusaAction, "action" | "rights" | "limit" | "body">[] = [
  {
    ...{ action: "attempts/query", rights: resolving },
    limit: "1 to 100 attempts, and the limits of `operations.query`",
  },
  { action: "attempts/resolve", rights: resolving, limit: "one attempt" },
  {
    ...{ action: "attempts/resolve with record-refund", ...recording },
    body: { attemptId: "none", ...recorded },
  },
  { action: "attempts/cancel", rights: [...reading, "pay_index_attempt:cancel"], limit: oneAtATime },
  {
    ...{ action: "attempts/refund", rights: [...reading, ...refundRights] },
    limit: `${toRefund}, once for each \`requestId\``,
  },
  {
    ...{ action: "links/create", rights: resolving, limit: "one open link of the cart" },
    body: { reference: "none", endsAt: "2030-01-01T00:00:00Z" },
  },
  { action: "links/withdraw", rights: resolving, limit: "one link", body: link },
  { action: "links/send", rights: resolving, limit: "one link", body: link },
  { action: "review-items/resolve", rights: resolving, limit: "1 to 100 review items" },
  { action: "review-items/resolve with record-refund", ...recording, body: { ids: ["none"], ...recorded } },
];

/** The plugin's own routes. */
export const medusaActions: readonly MedusaAction[] = [
  ...staffRows.map((row) => ({ ...staff, ...row, action: `POST /admin/pay-index/${row.action}` })),
  {
    ...buyer,
    action: "POST /store/pay-index/payments",
    caller:
      "everybody who knows the id of a guest's cart, or of a payment collection of an order; the customer of another cart",
    limit: "`attemptsPerHour` of the cart",
  },
  {
    ...buyer,
    action: "POST /store/pay-index/subscriptions/:cart_id/cancellation",
    caller: "the signed-in customer who owns the order; only with `buyersMayCancel`",
    limit: oneAtATime,
  },
];

const medusaOrigin = "Medusa's own rule: `http.adminCors`";
const medusaStore = {
  ...buyer,
  caller: "as Medusa's own route",
  origin: "Medusa's own rule: `http.storeCors`",
};

/** Medusa's own routes of buyers in which the plugin acts, below `/store/`, with their limits. */
const storeLimits = {
  "payment-collections/:id/payment-sessions": "no card data",
  carts: "no metadata of a renewal",
  "carts/:id": "no metadata of a renewal",
  "carts/:id/complete": "no plan without a subscription provider",
};

/** Medusa's own routes in which the plugin acts. Medusa guards them. */
export const medusaOwnActions: readonly MedusaAction[] = [
  {
    ...staff,
    action: "POST /admin/payments/:id/refund",
    rights: ["payment:read", "refund:create"],
    origin: medusaOrigin,
    limit: `${toRefund}, one request at a time`,
  },
  ...Object.entries(storeLimits).map(([route, limit]) => ({
    ...medusaStore,
    action: `POST /store/${route}`,
    limit,
  })),
];
