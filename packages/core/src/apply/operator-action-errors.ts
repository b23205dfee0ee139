import { PayIndexError } from "../errors.ts";

/** The error for an operator action that is not valid. */
export const invalidOperatorAction = {
  code: "resolution_invalid",
  message: "The operator action is not valid. The engine recorded nothing.",
} as const;

export function invalidOperatorActionError(path: string, message: string): PayIndexError {
  const problems = [{ path, message }];
  return new PayIndexError(invalidOperatorAction.code, invalidOperatorAction.message, { problems });
}

/** The error for a review item that has changed since the operator's page displayed it. */
export function outdatedReviewItemError(reason: keyof typeof outdatedTexts): PayIndexError {
  return new PayIndexError("review_item_outdated", outdatedTexts[reason]);
}

const outdatedTexts = {
  resolved: "This review item is no longer open. Reload the page to see how it was resolved.",
  "in-use": "This review item is already resolved, or is being processed. Reload the page to see its state.",
} as const;
