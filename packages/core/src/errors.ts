/**
 * All error codes. The list is closed.
 *
 * - `options_invalid`: an option is wrong. The gateway is not created.
 * - `sale_invalid`, `card_invalid`, `money_invalid`, `resolution_invalid`, `query_invalid`: an input is wrong. Nothing was created or sent.
 * - `amount_below_minimum`: the gateway charges no amount as small as this one (option `minimumAmounts`). Nothing was created or sent.
 * - `too_many_attempts`: the reference has reached `attemptsPerHour`. Nothing was created or sent. Try again at `retryAt`.
 * - `merchant_missing`, `raw_cards_refused`: the options do not allow this sale. Nothing was created or sent.
 * - `merchants_unavailable`: the shop's function `merchants` threw, answered late, or returned an invalid list. Nothing was created or
 *   sent. Try again.
 * - `operation_disabled`: the option `operations` does not name this call. Nothing was sent.
 * - `refund_invalid`: the refund is wrong, or more than what is left of the payment. Nothing was sent.
 * - `subscription_missing`: the payment has no subscription that was charged. Nothing was sent.
 * - `gateway_silent`: the gateway did not answer several queries in a row. Nothing more is asked.
 * - `hook_timeout`: a function of the shop did not end within `hookTimeout`. Its job runs again.
 * - `attempt_unknown`: no attempt has this gateway order ID, or the token does not belong to it.
 * - `review_item_outdated`: the review item is resolved, or is being processed. Nothing was recorded.
 * - `store_unavailable`: the store failed to read or write. The call is not complete; try again.
 * - `record_unreadable`: the store contains a record that this version cannot read.
 * - `gateway_closed`: the gateway was closed, and accepts no further calls.
 */
export const errorCodes = [
  "options_invalid",
  "sale_invalid",
  "card_invalid",
  "money_invalid",
  "resolution_invalid",
  "query_invalid",
  "review_item_outdated",
  "merchant_missing",
  "merchants_unavailable",
  "raw_cards_refused",
  "amount_below_minimum",
  "too_many_attempts",
  "operation_disabled",
  "refund_invalid",
  "gateway_silent",
  "subscription_missing",
  "hook_timeout",
  "attempt_unknown",
  "store_unavailable",
  "record_unreadable",
  "gateway_closed",
] as const;

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number];

/** One mistake in an input. Never contains the value. */
export interface Problem {
  /** The field, such as `buyer.phone`. */
  readonly path: string;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** The error class of all packages. Compare `code` instead of the class, because two copies of this package can be installed. */
export class PayIndexError extends Error {
  override readonly name = "PayIndexError";
  readonly code: ErrorCode;
  /** Every mistake in the input. Empty if the message says everything. */
  readonly problems: readonly Problem[];
  /** When the next attempt is possible: ISO instant in UTC. Only with `too_many_attempts`. */
  declare readonly retryAt?: string;
  /** The smallest amount that can be charged, in minor units of its currency. Only with `amount_below_minimum`. */
  declare readonly minimum?: { readonly minor: number; readonly currency: string };

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      problems?: readonly Problem[];
      cause?: unknown;
      retryAt?: string;
      minimum?: PayIndexError["minimum"];
    } = {},
  ) {
    const problems = details.problems ?? [];
    const listed = problems.map((problem) => `\n  ${problem.path}: ${problem.message}`).join("");
    super(`${message}${listed}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.problems = problems;
    if (details.retryAt !== undefined) this.retryAt = details.retryAt;
    if (details.minimum !== undefined) this.minimum = details.minimum;
  }
}

/** Returns whether this is an error of these packages, and has `code` if one is named. */
export function isPayIndexError(error: unknown, code?: ErrorCode): error is PayIndexError {
  if (!(error instanceof Error) || error.name !== "PayIndexError" || !("code" in error)) return false;
  return code === undefined || error.code === code;
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Names of fields that the schema does not have. */
  readonly keys?: readonly string[];
}

/** Returns schema issues as problems, the first issue of each field. Messages never quote the value. */
export function problemsOfSchemaIssues(issues: readonly SchemaIssue[]): Problem[] {
  const problems = allProblemsOf(issues);
  return problems.filter(({ path }, index) => problems.findIndex((each) => each.path === path) === index);
}

function allProblemsOf(issues: readonly SchemaIssue[]): Problem[] {
  return issues.flatMap(({ path, message, keys }) =>
    keys === undefined
      ? [{ path: pathText(path), message }]
      : keys.map((key) => ({
          path: pathText([...path, fieldName(key)]),
          message: "is not a known field here",
        })),
  );
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join(".") || "(all)";
}

/** Hides a field name that could be a card number: a caller can mix up names and values. */
function fieldName(key: string): string {
  return /^[A-Za-z_]\w{0,39}$/.test(key) && !/\d{4}/.test(key) ? key : "(field)";
}
