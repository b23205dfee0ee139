import type { PayIndexError, Problem } from "@pay-index/core";
import { startErrorKind } from "@pay-index/core/adapter";
import { ErrorResult } from "@vendure/core";
import type { PlanErrorReason } from "./translations.ts";

/*
 * The errors of a payment that was not started, as Vendure returns them: by type, with a message in the buyer's language.
 * `message` is the key of the translation until Vendure has translated it.
 */

/** Returns the class of an error whose message is its code, unless the error has several texts. */
function errorResult<Name extends string, Code extends string>(name: Name, code: Code) {
  return class extends ErrorResult {
    override readonly __typename = name;
    override readonly errorCode = code;
    override message: string = code;
  };
}

/** Vendure's own error, which it does not export. */
export class OrderPaymentStateError extends errorResult(
  "OrderPaymentStateError",
  "ORDER_PAYMENT_STATE_ERROR",
) {}

/** Vendure's own error, which it does not export. */
export class IneligiblePaymentMethodError extends errorResult(
  "IneligiblePaymentMethodError",
  "INELIGIBLE_PAYMENT_METHOD_ERROR",
) {
  constructor(readonly eligibilityCheckerMessage: string | undefined) {
    super();
  }
}

/** There is no such payment method, or another handler has it. */
export class PayIndexMethodError extends errorResult("PayIndexMethodError", "PAY_INDEX_METHOD_ERROR") {}

/** The channel has no merchant for this variant, or the shop does not accept raw cards. */
export class PayIndexNotOfferedError extends errorResult(
  "PayIndexNotOfferedError",
  "PAY_INDEX_NOT_OFFERED_ERROR",
) {}

/** A field that the gateway requires is missing or invalid, such as a phone number, or the amount is too small to be charged. */
export class PayIndexSaleError extends errorResult("PayIndexSaleError", "PAY_INDEX_SALE_ERROR") {
  /** @param text the message in the buyer's language, which may be a language that the plugin's translations do not have */
  constructor(
    readonly problems: readonly Problem[],
    readonly text?: string,
  ) {
    super();
    if (text !== undefined) this.message = "PAY_INDEX_SALE_ERROR_TEXT";
  }
}

/** The goods in the cart cannot be sold together, or not with this payment method. */
export class PayIndexPlanError extends errorResult("PayIndexPlanError", "PAY_INDEX_PLAN_ERROR") {
  constructor(readonly reason: PlanErrorReason) {
    super();
    this.message = `PAY_INDEX_PLAN_ERROR_${reason}`;
  }
}

/** Nothing was started, and nobody was charged: the buyer can try again in a moment. */
export class PayIndexUnavailableError extends errorResult(
  "PayIndexUnavailableError",
  "PAY_INDEX_UNAVAILABLE_ERROR",
) {}

/** The order has reached the limit of attempts in an hour. Nothing was started. */
export class PayIndexTooManyAttemptsError extends errorResult(
  "PayIndexTooManyAttemptsError",
  "PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR",
) {
  /** @param retryAt ISO instant in UTC */
  constructor(readonly retryAt: string | undefined) {
    super();
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
export function toStartPaymentError(error: PayIndexError): StartPaymentError | undefined {
  const { code, problems, retryAt } = error;
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
