/**
 * What an admin says to staff about payments: plain data for the pages of a host's own admin, without the ledger and without Node.
 * By a door of its own, `@pay-index/core/staff`.
 */

export { allowedActions, isRetriable, requiresCycle } from "../../payment/review-kinds.ts";
export { isItemOutdated, itemClosed } from "../../review/outdated-item.ts";
export {
  fieldErrorLine,
  fieldOfErrorText,
  type ResolveFormField,
  resolutionErrorText,
} from "../../review/resolution-errors.ts";
export type { RetryResult } from "../../review/retry-item.ts";
export type { TimelinePhrase } from "../timeline-phrases.ts";
export { type StaffTexts, staffTexts } from "./en.ts";
export {
  actionMeaning,
  attemptStateText,
  retryResultText,
  reviewItemTitle,
  type TimelineLine,
  timelineText,
} from "./staff-text.ts";
export { chineseStaffTexts } from "./zh.ts";
