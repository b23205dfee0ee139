import { isPayIndexError, type Problem } from "@pay-index/core";

/** Why a payment was not started, by code. All of them leave everything as it was. */
const storeRouteErrors = {
  body_invalid: { status: 400, type: "invalid_data" },
  signed_out: { status: 401, type: "unauthorized" },
  cart_unknown: { status: 404, type: "not_found" },
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
  too_many_attempts: { status: 429, type: "not_allowed" },
  unavailable: { status: 503, type: "unexpected_state" },
} as const;

type StoreRouteErrorCode = keyof typeof storeRouteErrors;

/** A refusal in Medusa's own shape of errors, with a code that a storefront can tell it by. */
export class StoreRouteError extends Error {
  readonly code: StoreRouteErrorCode;
  readonly problems: readonly Problem[];
  /** Of `too_many_attempts`: when the next attempt is possible. ISO instant in UTC. */
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

export function cartCompletedError(): StoreRouteError {
  return new StoreRouteError("cart_completed", "This cart has become an order already.");
}

/** What a refusal of core's means to a storefront. Undefined: it is none of the storefront's. */
export function toStoreRouteError(error: unknown): StoreRouteError | undefined {
  if (error instanceof StoreRouteError) return error;
  if (!isPayIndexError(error)) return undefined;
  switch (error.code) {
    case "merchant_missing":
    case "raw_cards_refused":
      return new StoreRouteError("not_offered", "This way of paying is not offered here.");
    case "sale_invalid":
    case "card_invalid":
    case "money_invalid":
      return new StoreRouteError(
        "sale_invalid",
        "Some details that the payment needs are missing or cannot be used.",
        { problems: error.problems },
      );
    case "too_many_attempts":
      return new StoreRouteError(
        "too_many_attempts",
        "There were too many payment attempts for this cart. Nothing was charged. Try again later.",
        { retryAt: error.retryAt },
      );
    case "store_unavailable":
    case "record_unreadable":
    case "gateway_closed":
      return new StoreRouteError(
        "unavailable",
        "Payments cannot be taken at this moment. Nothing was charged.",
      );
    case "options_invalid":
    case "resolution_invalid":
    case "review_item_outdated":
    case "attempt_unknown":
      return undefined;
  }
}
