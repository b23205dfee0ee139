import { type PayIndexError, toAmountText } from "@pay-index/core";
import { describeMinimum, type Language } from "@pay-index/pages";

/** Returns the smallest amount that the gateway charges, such as `5.00 USD`. Undefined if the error is about something else. */
export function minimumAmountText({ minimum }: Pick<PayIndexError, "minimum">): string | undefined {
  return minimum && `${toAmountText(minimum)} ${minimum.currency}`;
}

/**
 * Returns a text for the buyer of a sale that was refused with `amount_below_minimum` (MON-MINIMUM), such as "The smallest amount that
 * can be paid here is 5.00 USD." Undefined for other errors.
 */
export function describeMinimumAmount(
  error: Pick<PayIndexError, "minimum">,
  language: Language,
): string | undefined {
  const minimum = minimumAmountText(error);
  return minimum === undefined ? undefined : describeMinimum(minimum, language);
}
