/** Everything that changes something at Express. docs/reference/actions.md prints the rows, and the tests walk them. */
interface ExpressAction {
  readonly action: string;
  readonly caller: string;
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
}

const gateway = { caller: "whoever knows the address, signs with the merchant's key", origin: "any" };
const shopCode = { caller: "the shop's code", origin: "the shop's own route decides" };
const sizeAndTime = "the size and time of the body, and the failed requests of one network";

/** The routes below `publicUrl`. They are the same on every host. */
export const routeActions: readonly ExpressAction[] = [
  {
    ...gateway,
    action: "POST notify/<gateway order ID>/<token>",
    tenant: "the merchant of the attempt",
    limit: `${sizeAndTime}; eight that do not verify for each attempt`,
  },
  {
    ...gateway,
    action: "POST dispute/<tenant>/<merchant>/<token>",
    tenant: "the tenant and merchant of the address",
    limit: `${sizeAndTime}; eight of another type for each attempt`,
  },
  {
    action: "GET or POST return/<gateway order ID>/<token>",
    caller: "whoever knows the address; it stores a hint for staff and changes no state",
    origin: "any",
    tenant: "the attempt",
    limit: "three words of a closed list",
  },
  {
    action: "POST card/…",
    caller: "the buyer with the form token of this order",
    origin: "the shop's own origin",
    tenant: "the tenant and order of the form token",
    limit: "the attempts of the order and of the network",
  },
];

/** The functions of `pay` that change something. On Medusa and Vendure, only shop code can call them. */
export const functionActions: readonly ExpressAction[] = [
  { ...shopCode, action: "start", tenant: "that of the sale", limit: "`attemptsPerHour` of the reference" },
  { ...shopCode, action: "resolveReviewItem", tenant: "that of the attempt", limit: "one review item" },
  { ...shopCode, action: "retryReviewItem", tenant: "that of the review item", limit: "one review item" },
  { ...shopCode, action: "refund", tenant: "the argument `tenant`", limit: "what is left to refund" },
  { ...shopCode, action: "requestRefund", tenant: "the argument `tenant`", limit: "what is left to refund" },
  {
    ...shopCode,
    action: "query",
    tenant: "the argument `tenant`",
    limit: "the limits of `operations.query`",
  },
  {
    ...shopCode,
    action: "queryAttempts",
    tenant: "that of each attempt",
    limit: "1 to 100 attempts, and the limits of `operations.query`",
  },
  { ...shopCode, action: "reconcile", tenant: "all", limit: "the limits of `operations.query`" },
  {
    ...shopCode,
    action: "cancelSubscription",
    tenant: "the argument `tenant`",
    limit: "one request to the gateway at a time",
  },
  { ...shopCode, action: "replay", tenant: "the argument `tenant`", limit: "none" },
  { ...shopCode, action: "forget", tenant: "the argument `tenant`", limit: "payments that are not in use" },
  { ...shopCode, action: "rotateSecret", tenant: "all", limit: "none" },
  { ...shopCode, action: "sweep", tenant: "all", limit: "one bounded round" },
];

/** The other fields of `pay`. They change nothing in a payment. */
export const readingFields = [
  "router",
  "capabilities",
  "status",
  "attempts",
  "health",
  "reviewItems",
  "disputeWebhooks",
  "cardForm",
  "close",
];
