export type { CancelResultFields } from "../../cancellation/cancel-subscription-at-gateway.ts";
export type { QueryResultFields } from "../../query/query-result-fields.ts";
/** The entry point `/staff`: texts and rules for pages of staff, as plain data without the engine and without Node. */

export { hasResult } from "../../payment/attempt-state.ts";
export { allowedActions, isRetriable, requiresCycle } from "../../payment/review-kind-actions.ts";
export {
  invalidRefundRequestText,
  type ResolveFormFieldName,
  resolutionErrorText,
} from "../../review/resolution-error-text.ts";
export type { RetryResult } from "../../review/retry-item.ts";
export { type AttemptGroup, attemptGroups } from "../attempt-groups.ts";
export { fillText, type TimelinePhrase } from "../timeline-phrases.ts";
export { englishStaffTexts, type StaffTexts } from "./en.ts";
export {
  actionMeaning,
  attemptStateText,
  backlogText,
  cancelOutcomeText,
  queryAnswerText,
  queryProblemText,
  querySummaryText,
  retryResultText,
  reviewItemTexts,
  reviewItemTitle,
  type TimelinePhrasesAndText,
  timelineLineText,
} from "./staff-text.ts";
export { chineseStaffTexts } from "./zh.ts";
