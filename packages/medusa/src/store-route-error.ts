import { isPayIndexError, type Problem } from "@pay-index/core";
import { problemsOfSchemaIssues, startErrorKind, type z } from "@pay-index/core/adapter";
import { describeMinimumAmount, type Language } from "@pay-index/server";

/** The reasons why a payment was not started. None of them changes anything. */
const storeRouteErrors = {
  body_invalid: { status: 400, type: "invalid_data" },
  signed_out: { status: 401, type: "unauthorized" },
  cart_unknown: { status: 404, type: "not_found" },
  order_unknown: { status: 404, type: "not_found" },
  cart_completed: { status: 409, type: "conflict" },
  cart_incomplete: { status: 400, type: "invalid_data" },
  nothing_to_pay: { status: 400, type: "not_allowed" },
  provider_unknown: { status: 400, type: "invalid_data" },
  not_offered: { status: 400, type: "not_allowed" },
  plans_mixed: { status: 400, type: "not_allowed" },
  plan_and_goods: { status: 400, type: "not_allowed" },
  plan_and_credit: { status: 400, type: "not_allowed" },
  plan_for_nothing: { status: 400, type: "not_allowed" },
  plan_not_once: { status: 400, type: "not_allowed" },
  plan_missing: { status: 400, type: "not_allowed" },
  plan_invalid: { status: 400, type: "invalid_data" },
  sale_invalid: { status: 400, type: "invalid_data" },
  amount_below_minimum: { status: 400, type: "not_allowed" },
  too_many_attempts: { status: 429, type: "not_allowed" },
  unavailable: { status: 503, type: "unexpected_state" },
} as const;

type StoreRouteErrorCode = keyof typeof storeRouteErrors;

/** An error of a Store API route in Medusa's format, with a code for the storefront. */
export class StoreRouteError extends Error {
  readonly code: StoreRouteErrorCode;
  readonly problems: readonly Problem[];
  /** Only with `too_many_attempts`: when the next attempt is possible. ISO instant in UTC. */
  readonly retryAt: string | undefined;

  constructor(
    code: StoreRouteErrorCode,
    message: string,
    { problems = [], retryAt }: { problems?: readonly Problem[]; retryAt?: string | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.retryAt = retryAt;
  }

  get status(): number {
    return storeRouteErrors[this.code].status;
  }

  toJSON() {
    const { code, message, problems, retryAt } = this;
    const retry = retryAt === undefined ? {} : { retry_at: retryAt };
    return { type: storeRouteErrors[code].type, code: `pay_index_${code}`, message, problems, ...retry };
  }
}

/** Names the invalid fields without their values. */
export function invalidRequestError({ issues }: z.ZodError): StoreRouteError {
  const problems = problemsOfSchemaIssues(issues);
  return new StoreRouteError("body_invalid", "The request cannot be used.", { problems });
}

export function orderUnknownError(): StoreRouteError {
  return new StoreRouteError("order_unknown", "There is no such order to pay.");
}

export function cartCompletedError(): StoreRouteError {
  return new StoreRouteError("cart_completed", "This cart is already an order.");
}

/** Returns what `recover` makes of a `StoreRouteError` of the work. Other errors are thrown. */
export function recoverFromRefusal<Result, Instead>(
  work: Promise<Result>,
  recover: (refusal: StoreRouteError) => Instead | Promise<Instead>,
): Promise<Result | Instead> {
  return work.catch((error: unknown) => {
    if (error instanceof StoreRouteError) return recover(error);
    throw error;
  });
}

/** Returns an error of core as the storefront's error. Undefined if the error is not about the storefront's request. */
export function toStoreRouteError(error: unknown, language: Language = "en"): StoreRouteError | undefined {
  if (error instanceof StoreRouteError) return error;
  if (!isPayIndexError(error)) return undefined;
  const { problems, retryAt } = error;
  switch (startErrorKind(error.code)) {
    case "not-offered":
      return new StoreRouteError("not_offered", "This payment method is not available here.");
    case "sale-invalid":
      return new StoreRouteError("sale_invalid", saleInvalidText, { problems });
    case "amount-below-minimum": {
      const message = describeMinimumAmount(error, language) ?? error.message;
      return new StoreRouteError("amount_below_minimum", message);
    }
    case "too-many-attempts":
      return new StoreRouteError("too_many_attempts", tooManyAttemptsText, { retryAt });
    case "unavailable":
      return new StoreRouteError("unavailable", "Payments are currently unavailable. Nothing was charged.");
    case undefined:
      return undefined;
  }
}

const saleInvalidText = "Some details of the payment are missing or not valid.";

const tooManyAttemptsText =
  "There were too many payment attempts for this cart. Nothing was charged. Try again later.";
