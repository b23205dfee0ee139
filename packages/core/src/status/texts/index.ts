/** The entry point `/staff`: texts and rules for pages of staff, as plain data without the engine and without Node. */

export { allowedActions, isRetriable, requiresCycle } from "../../payment/review-kind-checks.ts";
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
