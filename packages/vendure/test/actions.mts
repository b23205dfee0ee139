/** Everything that changes something at Vendure. docs/reference/actions.md prints the rows, and the tests walk them. */
interface VendureAction {
  readonly action: string;
  readonly caller: string;
  /** The permissions that the caller needs, all of them. The first ones are the plugin's. */
  readonly rights: readonly string[];
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
}

/** A request of the staff API, about things that do not exist. */
interface StaffAction extends VendureAction {
  readonly path: string;
  readonly body: object;
}

/** A mutation of the Shop API without variables, about things that do not exist. */
interface BuyerAction extends VendureAction {
  readonly request: string;
}

const ownSite =
  "JSON from the shop's own host, from an origin in `apiOptions.cors.origin`, or without a cookie";
const staff = { caller: "staff", origin: ownSite } as const;
const buyer = { rights: [], origin: ownSite, tenant: "the channel of the request" } as const;
const ownChannel = "the order's channel";
const oneAtATime = "one request to the gateway at a time";
const view = "ReadPayIndexPayment";
const resolve = [view, "UpdatePayIndexPayment"];
const refund = ["RefundPayIndexPayment", "UpdateOrder"];
const dismissal = { action: "dismiss", note: "Asked." };
const recordedRefund = {
  action: "record-refund",
  note: "Asked.",
  refund: { amount: "1.00", reference: "R-1" },
};

const toRefund = "what is left to refund";
const recording = { variant: " with record-refund", rights: [...resolve, ...refund], limit: toRefund };
const attemptId = "1";
const ids = ["1"];
const link = { reference: "NONE", linkId: "1" };

/** Requests of the staff API. `variant` ends the name of the action. By default, they concern the order's channel. */
const staffRows: readonly (Pick<StaffAction, "path" | "body" | "rights" | "limit"> & {
  readonly variant?: string;
  readonly tenant?: string;
})[] = [
  {
    ...{ path: "review-items/resolve", body: { ids, ...dismissal }, rights: resolve },
    ...{ tenant: "the channel of each order", limit: "1 to 100 review items" },
  },
  { path: "review-items/resolve", body: { ids, ...recordedRefund }, ...recording },
  { path: "attempts/resolve", body: { attemptId, ...dismissal }, rights: resolve, limit: "one attempt" },
  { path: "attempts/resolve", body: { attemptId, ...recordedRefund }, ...recording },
  {
    ...{ path: "attempts/query", body: { ids }, rights: resolve },
    tenant: "the channel whose merchant charges the attempt",
    limit: "1 to 100 attempts, and the limits of `operations.query`",
  },
  {
    ...{ path: "attempts/refund", rights: [view, ...refund] },
    body: { attemptId, amount: "1.00", reason: "Asked.", requestId: "1" },
    limit: `${toRefund}, once for each request ID`,
  },
  {
    ...{ path: "attempts/cancel", body: { attemptId }, limit: oneAtATime },
    rights: [view, "CancelPayIndexSubscription"],
  },
  {
    ...{ path: "links/create", body: { reference: "NONE", endsAt: "2030-01-01T00:00:00Z" } },
    ...{ rights: resolve, limit: "one open link of the order" },
  },
  { path: "links/withdraw", body: link, rights: resolve, limit: "one link" },
  { path: "links/send", body: link, rights: resolve, limit: "one link" },
];

export const staffActions: readonly StaffAction[] = staffRows.map(({ variant = "", ...row }) => ({
  ...{ ...staff, tenant: ownChannel, action: `POST ${row.path}${variant}` },
  ...row,
}));

export const buyerActions: readonly BuyerAction[] = [
  {
    ...buyer,
    action: "startPayIndexPayment",
    request: 'startPayIndexPayment(input: { method: "none" }) { __typename }',
    caller: "the session with the active order; the buyer of another order",
    limit: "`attemptsPerHour` of the order",
  },
  {
    ...buyer,
    action: "cancelPayIndexSubscription",
    request: 'cancelPayIndexSubscription(orderCode: "NONE") { outcome }',
    caller: "the signed-in customer who placed the order; only with `buyersMayCancel`",
    limit: oneAtATime,
  },
];

/** Vendure's own mutations in which the plugin acts. Vendure guards them. */
export const vendureOwnActions: readonly VendureAction[] = [
  {
    ...staff,
    action: "refundOrder of Vendure",
    rights: ["UpdateOrder"],
    origin: "Vendure's own rule: `apiOptions.csrfPrevention` and `apiOptions.cors`",
    tenant: "the channel of the request",
    limit: toRefund,
  },
];
