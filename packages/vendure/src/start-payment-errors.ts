import type { PayIndexError, Problem } from "@pay-index/core";
import { startErrorKind } from "@pay-index/core/adapter";
import { ErrorResult } from "@vendure/core";

/*
 * The errors of a payment that was not started, as Vendure returns them: by type, with a message in the buyer's language.
 * `message` is the key of the translation until Vendure has translated it.
 */

/** Vendure's own error, which it does not export. */
export class OrderPaymentStateError extends ErrorResult {
  override readonly __typename = "OrderPaymentStateError";
  override readonly errorCode = "ORDER_PAYMENT_STATE_ERROR";
  override readonly message = "ORDER_PAYMENT_STATE_ERROR";
}

/** Vendure's own error, which it does not export. */
export class IneligiblePaymentMethodError extends ErrorResult {
  override readonly __typename = "IneligiblePaymentMethodError";
  override readonly errorCode = "INELIGIBLE_PAYMENT_METHOD_ERROR";
  override readonly message = "INELIGIBLE_PAYMENT_METHOD_ERROR";
  readonly eligibilityCheckerMessage: string | undefined;

  constructor(eligibilityCheckerMessage: string | undefined) {
    super();
    this.eligibilityCheckerMessage = eligibilityCheckerMessage;
  }
}

/** There is no such payment method, or another handler has it. */
export class PayIndexMethodError extends ErrorResult {
  override readonly __typename = "PayIndexMethodError";
  override readonly errorCode = "PAY_INDEX_METHOD_ERROR";
  override readonly message = "PAY_INDEX_METHOD_ERROR";
}

/** The channel has no merchant for this variant, or the shop does not accept raw cards. */
export class PayIndexNotOfferedError extends ErrorResult {
  override readonly __typename = "PayIndexNotOfferedError";
  override readonly errorCode = "PAY_INDEX_NOT_OFFERED_ERROR";
  override readonly message = "PAY_INDEX_NOT_OFFERED_ERROR";
}

/** A field that the gateway requires is missing or invalid, such as a phone number, or the amount is too small to be charged. */
export class PayIndexSaleError extends ErrorResult {
  override readonly __typename = "PayIndexSaleError";
  override readonly errorCode = "PAY_INDEX_SALE_ERROR";
  override readonly message: string;
  readonly problems: readonly Problem[];
  /** The message in the buyer's language, which may be a language that the plugin's translations do not have. */
  readonly text: string | undefined;

  constructor(problems: readonly Problem[], text?: string) {
    super();
    this.problems = problems;
    this.text = text;
    this.message = text === undefined ? "PAY_INDEX_SALE_ERROR" : "PAY_INDEX_SALE_ERROR_TEXT";
  }
}

/** Why a cart with subscriptions cannot be sold. */
export type PlanErrorReason =
  | "PLANS_MIXED"
  | "PLAN_AND_GOODS"
  | "SUBSCRIPTION_ONLY"
  | "PLAN_UNKNOWN"
  | "PARTLY_PAID";

/** The goods in the cart cannot be sold together, or not with this payment method. */
export class PayIndexPlanError extends ErrorResult {
  override readonly __typename = "PayIndexPlanError";
  override readonly errorCode = "PAY_INDEX_PLAN_ERROR";
  override readonly message: string;
  readonly reason: PlanErrorReason;

  constructor(reason: PlanErrorReason) {
    super();
    this.reason = reason;
    this.message = `PAY_INDEX_PLAN_ERROR_${reason}`;
  }
}

/** Nothing was started, and nobody was charged: the buyer can try again in a moment. */
export class PayIndexUnavailableError extends ErrorResult {
  override readonly __typename = "PayIndexUnavailableError";
  override readonly errorCode = "PAY_INDEX_UNAVAILABLE_ERROR";
  override readonly message = "PAY_INDEX_UNAVAILABLE_ERROR";
}

/** The order has reached the limit of attempts in an hour. Nothing was started. */
export class PayIndexTooManyAttemptsError extends ErrorResult {
  override readonly __typename = "PayIndexTooManyAttemptsError";
  override readonly errorCode = "PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR";
  override readonly message = "PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR";
  /** ISO instant in UTC. */
  readonly retryAt: string | undefined;

  constructor(retryAt: string | undefined) {
    super();
    this.retryAt = retryAt;
  }
}

export type StartPaymentError =
  | OrderPaymentStateError
  | IneligiblePaymentMethodError
  | PayIndexMethodError
  | PayIndexNotOfferedError
  | PayIndexPlanError
  | PayIndexSaleError
  | PayIndexTooManyAttemptsError
  | PayIndexUnavailableError;

/** Returns an error of core as the buyer's error. Undefined if the error is not about the buyer's sale. */
export function toStartPaymentError({
  code,
  problems,
  retryAt,
}: PayIndexError): StartPaymentError | undefined {
  switch (startErrorKind(code)) {
    case "not-offered":
      return new PayIndexNotOfferedError();
    case "sale-invalid":
    case "amount-below-minimum":
      return new PayIndexSaleError(problems);
    case "too-many-attempts":
      return new PayIndexTooManyAttemptsError(retryAt);
    case "unavailable":
      return new PayIndexUnavailableError();
    case undefined:
      return undefined;
  }
}
