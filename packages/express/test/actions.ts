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
    action: "GET link/<link ID>/<token>?pay=1",
    caller: "whoever knows the address",
    origin: "any",
    tenant: "the tenant of the link",
    limit: "`attemptsPerHour` of the reference",
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
  ["start", "that of the sale", "`attemptsPerHour` of the reference"],
  ["createPaymentLink", "the argument `tenant`", "one open link of the reference"],
  ["withdrawPaymentLink", "the argument `tenant`", "one link"],
  ["resolveReviewItem", "that of the attempt", "one review item"],
  ["retryReviewItem", "that of the review item", "one review item"],
  ["refund", "the argument `tenant`", "what is left to refund"],
  ["requestRefund", "the argument `tenant`", "what is left to refund"],
  ["query", "the argument `tenant`", "the limits of `operations.query`"],
  ["queryAttempts", "that of each attempt", "1 to 100 attempts, and the limits of `operations.query`"],
  ["reconcile", "all", "the limits of `operations.query`"],
  ["compareStatement", "the merchants that the statement names", "three million rows"],
  ["cancelSubscription", "the argument `tenant`", "one request to the gateway at a time"],
  ["replay", "the argument `tenant`", "none"],
  ["forget", "the argument `tenant`", "payments that are not in use"],
  ["forgetOldPayments", "the argument `tenants`", "payments that are not in use"],
  ["rotateSecret", "all", "none"],
  ["sweep", "all", "one bounded round"],
].map(([action = "", tenant = "", limit = ""]) => ({ ...shopCode, action, tenant, limit }));

/** The other fields of `pay`. They change nothing in a payment. */
export const readingFields = [
  ...["router", "capabilities", "status", "attempts", "health", "reviewItems", "disputeWebhooks"],
  "paymentLinks",
  ...["cardForm", "staff", "close"],
];
