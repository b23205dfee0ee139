import type { RefusalCode } from "../../protocol/notification/notification-refusal.ts";
import type { AttemptGroup } from "../attempt-groups.ts";
import type { HealthProblem } from "../gateway-health.ts";

/** The texts of the list of attempts. */
export const englishAttemptListTexts = {
  title: "Payment attempts",
  groups: {
    open: "Open",
    failed: "Failed or ended",
    review: "Under review",
    paid: "Paid",
  } satisfies Record<AttemptGroup, string>,
  state: "State",
  started: "Started",
  transactions: "Transactions",
  reviewItemOpen: "Open review item",
  noAttempts: "There are no attempts.",
  noMatches: "No attempt matches.",
  searchExample: "Order, e-mail, gateway order ID or transaction ID",
  newest: "Newest attempts",
  older: "Older attempts",
} as const;

/** What each problem means, and what to do. */
const healthProblems = {
  "sweep-late":
    "The regular task has not run for more than 15 minutes, so nothing is retried. Check that the shop runs its scheduled tasks.",
  "jobs-overdue":
    "Jobs wait although they were due more than 5 minutes ago. Check that the shop runs its scheduled tasks, and read the log.",
  "notifications-refused":
    "The shop refused a notification after the last verified one. Read the review items, and compare the merchant key with the gateway's key.",
  "start-warnings": "The shop found wrong or unsafe settings when it started. Read the warnings below.",
} as const satisfies Record<HealthProblem, string>;

/** Why a notification was refused. */
const refusals = {
  malformed: "Fields are missing, repeated or unreadable",
  unsigned: "No signature",
  mismatch: "Wrong signature",
  foreign: "It names another attempt",
  sender: "Its sender is not in the option notifyFrom",
  unknown: "No attempt has this address",
  method: "Not a POST request",
  slow: "The body arrived too slowly",
  large: "The body is too large",
  charset: "Unknown character set",
  limited: "Too many failed requests from one network",
  failure: "An error in the shop",
  later: "The database was not available",
} as const satisfies Record<RefusalCode, string>;

/** The texts of the health panel. */
export const englishHealthTexts = {
  title: "Gateway health",
  problems: healthProblems,
  noProblems: "No problem was found.",
  notifyUrl: "Notify address",
  notifyUrlMeaning:
    "The gateway posts its notifications to addresses of this form. Each attempt has its own address, which the shop sends to the gateway.",
  disputeWebhook: "Dispute webhook",
  disputeWebhookMeaning:
    "Enter each address in the back office of the gateway, as the dispute webhook of its merchant. An address contains a secret token. Do not share it.",
  lastNotification: "Last verified notification",
  noNotification: "No notification is stored",
  lastRefusals: "Last refused notifications",
  noRefusal: "None",
  refusals,
  lastSweep: "Last run of the regular task",
  noSweep: "It has not run yet",
  overdueJobs: "Overdue jobs",
  openItems: "Open review items",
  count: "{count}, the oldest since {time}",
  countMore: "More than {count}, the oldest since {time}",
  none: "None",
  startWarnings: "Warnings from the start of the shop",
  loadFailed: "The health of the gateway could not be loaded. Reload the page.",
} as const;
