import type { z } from "zod";

/** What an error means for the reader of its code, besides the message. */
interface ErrorMeaning {
  /** For the buyer of a sale. Missing: the error is not about the buyer's sale. */
  readonly start?: StartErrorKind;
  /** For the buyer who cancels a subscription, who does not read about merchants and stores. Missing: the adapter called it wrongly. */
  readonly cancel?: CancelErrorKind;
  /** For a host that repeats refunds: core refuses the same refund each time. */
  readonly isFinalRefund?: true;
}

/** Why a payment was not started, for the buyer. */
export type StartErrorKind =
  | "not-offered"
  | "sale-invalid"
  | "amount-below-minimum"
  | "too-many-attempts"
  | "unavailable";

/** Why a buyer gets no outcome. `unavailable`: the buyer can try again, or ask the shop. */
export type CancelErrorKind = "no-subscription" | "unavailable";

/** The one table of all codes: a new code is one entry, and its line in the docstring of `errorCodes`. */
const errorMeanings = {
  options_invalid: {},
  sale_invalid: { start: "sale-invalid" },
  card_invalid: { start: "sale-invalid" },
  money_invalid: { start: "sale-invalid" },
  resolution_invalid: {},
  query_invalid: {},
  review_item_outdated: {},
  merchant_missing: { start: "not-offered", cancel: "unavailable", isFinalRefund: true },
  merchants_unavailable: { start: "unavailable", cancel: "unavailable" },
  raw_cards_refused: { start: "not-offered" },
  amount_below_minimum: { start: "amount-below-minimum" },
  too_many_attempts: { start: "too-many-attempts" },
  operation_disabled: { cancel: "unavailable" },
  refund_invalid: { isFinalRefund: true },
  gateway_silent: {},
  subscription_missing: { cancel: "no-subscription" },
  statement_foreign: {},
  hook_timeout: {},
  attempt_unknown: { cancel: "no-subscription" },
  link_invalid: {},
  link_outdated: {},
  store_unavailable: { start: "unavailable", cancel: "unavailable" },
  record_unreadable: { start: "unavailable", cancel: "unavailable" },
  gateway_closed: { start: "unavailable", cancel: "unavailable" },
} as const satisfies Record<string, ErrorMeaning>;

/**
 * All error codes. The list is closed.
 *
 * - `options_invalid`: At start: an option is missing or wrong, or this Node has no `node:sqlite`. In
 *   `checkCataloguePlans`: a plan of the catalogue is wrong. **What to do:** Correct the named paths.
 * - `sale_invalid`: In `start`: a field is missing, too long, or does not belong to the variant, or a plan is not
 *   possible. Nothing was created. **What to do:** Show buyers the problems below `buyer.` and `card.`; fix the others
 *   in your shop.
 * - `card_invalid`: In `CardDetails.of`: number, date or CVV is not valid. Nothing was created. **What to do:** Show the
 *   buyer which field.
 * - `money_invalid`: In `money(…)`: not a whole number of minor units, or not a current currency. **What to do:** Fix
 *   your code: `money(1999, "USD")` is 19.99.
 * - `resolution_invalid`: In `resolveReviewItem`: the action or `cycle` is not possible, `operator` is not valid, or
 *   `note` is empty or too long. In `retryReviewItem`: `operator` is not valid. In `cancelSubscription`: `by` is not
 *   valid. In `requestRefund`: a field is not valid, or the payment cannot have this `cycle`. Nothing was changed.
 *   **What to do:** Correct what is named.
 * - `query_invalid`: In `attempts`, `queryAttempts`, `reconcile` and `compareStatement`: a field is wrong, such as a
 *   `limit` over 100. Nobody was asked. **What to do:** Correct the named paths.
 * - `review_item_outdated`: In `resolveReviewItem`: the item is already resolved, or is being processed. Nothing was
 *   changed. **What to do:** Read the item again.
 * - `merchant_missing`: In `start` and `cardForm`: no merchant of this tenant serves this variant. In `query`, `refund`
 *   and `cancelSubscription`: the options no longer have the merchant of the attempt. Nothing was sent. **What to do:**
 *   Add the merchant to `merchants`. For a new sale, you can also offer another variant.
 * - `merchants_unavailable`: In `start` and `cardForm`: your function `merchants` threw, did not answer within
 *   `replyWithin`, or returned a list that cannot be used. Nothing was created or sent. `problems` has the wrong paths.
 *   **What to do:** Let the buyer try again. Log errors in the function. The plugin does not repeat their text, because
 *   it can contain keys.
 * - `raw_cards_refused`: `card` or `subscription` without `acceptRawCards: true`. **What to do:** Use `hosted`, unless
 *   you want to handle card numbers.
 * - `amount_below_minimum`: In `start`: the amount, or the first period of the plan, is below the option
 *   `minimumAmounts`. Nothing was created or sent. `error.minimum` has the smallest amount. **What to do:** Show the
 *   buyer `describeMinimumAmount(error, "en")`. Vendure, Medusa and the card route do this by themselves.
 * - `too_many_attempts`: In `start`: the payment has started `attemptsPerHour` attempts within an hour. Nothing was
 *   created or sent. `error.retryAt` has the next possible start. **What to do:** Return 429, and ask the buyer to try
 *   again later. The card route returns 429 with `Retry-After` by itself.
 * - `operation_disabled`: In `query`, `queryAttempts`, `reconcile`, `refund` and `cancelSubscription`: the option
 *   `operations` does not name this call. Nothing was sent. **What to do:** If your gateway documents the call, set the
 *   option, such as `operations: { query: {} }`.
 * - `refund_invalid`: In `refund`: a field is wrong, the payment is not paid, or the amount is more than what is left of
 *   it. Nothing was sent. `problems` has the paths. **What to do:** Correct the refund. If an earlier refund has no
 *   result yet, wait for its result.
 * - `subscription_missing`: In `cancelSubscription`: the payment is no subscription, or its subscription was never
 *   charged. Nothing was sent. **What to do:** Check the reference. If the first payment has no result yet, wait for it.
 * - `hook_timeout`: In the events and review items of jobs: a function of the shop did not end within `hookTimeout`. Its
 *   transaction was rolled back, and it runs again. **What to do:** Find out what the function waits for. In the
 *   database of the shop, it must use the transaction that it gets. Move slow calls out of it.
 * - `gateway_silent`: In `reconcile`: the gateway did not answer, even after three pauses of a minute. **What to do:**
 *   Call it again later, with the last `attemptId` as `after`.
 * - `statement_foreign`: In `compareStatement`: the shop has none of the first 1000 rows. Nothing was changed. **What to
 *   do:** Check that it is the statement of this shop's merchant, and that the right columns are named.
 * - `attempt_unknown`: No payment has this `attemptId`, or the token belongs to another attempt. **What to do:** If a
 *   buyer sent it, the link is old or mistyped. In `resolveReviewItem`, check the number.
 * - `link_invalid`: In `createPaymentLink` and `withdrawPaymentLink`: a field is not valid, nothing is due, or the order is
 *   paid. Nothing was changed. **What to do:** Correct what is named.
 * - `link_outdated`: In `createPaymentLink`: another link of the order is open. In `withdrawPaymentLink`: there is no such
 *   link, or the order is paid. Nothing was changed. **What to do:** Read the links again.
 * - `store_unavailable`: The database could not read or write: there was no connection, another transaction held a lock,
 *   the time limit was over, or tables are missing. The operation did not happen, and `start` sent nothing. **What to
 *   do:** Let the buyer try again. Check disk, locks and permissions, and on Postgres the size of the pool.
 * - `record_unreadable`: A later release wrote the database. **What to do:** Install that release again.
 * - `gateway_closed`: `close()` was called. **What to do:** Nothing: this process is stopping. Another one should take
 *   requests.
 */
export const errorCodes = Object.keys(errorMeanings) as readonly ErrorCode[];

/** One of `errorCodes`. */
export type ErrorCode = keyof typeof errorMeanings;

/** Returns what an error means for the reader of its code. */
export function errorMeaning(code: ErrorCode): ErrorMeaning {
  // A newer copy of this package can have other codes.
  const known: Readonly<Partial<Record<string, ErrorMeaning>>> = errorMeanings;
  return known[code] ?? {};
}

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

/** Returns the input as the schema reads it. @throws PayIndexError with this code and message, and the problems of the schema */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { code, message }: { readonly code: ErrorCode; readonly message: string },
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new PayIndexError(code, message, { problems: problemsOfSchemaIssues(parsed.error.issues) });
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
