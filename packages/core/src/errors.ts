/**
 * Everything that can go wrong on our side of the protocol. The list is closed: a new code is a new promise.
 *
 * - `options_invalid`: the merchant's settings; stops at creation.
 * - `sale_invalid`, `card_invalid`, `money_invalid`, `decision_invalid`: what a caller handed in; nothing was created or sent.
 * - `too_many_attempts`: the reference has reached `attemptsPerHour`; nothing was created or sent. `retryAt` has the next possible start.
 * - `merchant_missing`, `raw_cards_refused`: the settings do not allow this sale.
 * - `payment_unknown`: no payment has this order number, or the token does not belong to it.
 * - `store_unavailable`: the store did not take a write; what was asked has not happened.
 * - `record_unreadable`: the store holds a record this version cannot read.
 * - `closed`: the gateway was closed; nothing is accepted any more.
 */
export const errorCodes = [
  "options_invalid",
  "sale_invalid",
  "card_invalid",
  "money_invalid",
  "decision_invalid",
  "merchant_missing",
  "raw_cards_refused",
  "too_many_attempts",
  "payment_unknown",
  "store_unavailable",
  "record_unreadable",
  "closed",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One thing that is wrong with an input. `path` names it (`buyer.phone`), `message` says what to do. Never holds the value. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** The one error class. Tell errors apart by `code`: two installed copies of this package do no harm then. */
export class PayIndexError extends Error {
  override readonly name = "PayIndexError";
  readonly code: ErrorCode;
  /** All that is wrong, not only the first; empty where the message says everything. */
  readonly problems: readonly Problem[];
  /** Of `too_many_attempts`: when the next attempt is possible. ISO instant in UTC. */
  declare readonly retryAt?: string;

  constructor(
    code: ErrorCode,
    message: string,
    details: { problems?: readonly Problem[]; cause?: unknown; retryAt?: string } = {},
  ) {
    const problems = details.problems ?? [];
    const listed = problems.map((problem) => `\n  ${problem.path}: ${problem.message}`).join("");
    super(`${message}${listed}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.problems = problems;
    if (details.retryAt !== undefined) this.retryAt = details.retryAt;
  }
}

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

/** Schema issues as problems: the first one of each field, by its path. Messages come from our schemas and never quote the value. */
export function problemsOf(issues: readonly SchemaIssue[]): Problem[] {
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

/** Whoever mixes up names and values must not find a card number in the log. */
function fieldName(key: string): string {
  return /^[A-Za-z_]\w{0,39}$/.test(key) && !/\d{4}/.test(key) ? key : "(field)";
}
