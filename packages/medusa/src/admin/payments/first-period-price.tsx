import { Text } from "@medusajs/ui";
import type { Attempt } from "./admin-api.ts";
import { fillText, useStaffTexts } from "./staff-texts.ts";

type Prices = Pick<Attempt, "amount" | "charged_amount" | "currency_code">;

/** Whether the first period of a subscription has a price of its own. */
export function hasFirstPeriodPrice({ amount, charged_amount }: Prices): boolean {
  return charged_amount !== amount;
}

/** The price of the first period and of a later cycle. Empty if they are the same. */
export function FirstPeriodPrice({ attempt }: Readonly<{ attempt: Prices }>) {
  const { subscription } = useStaffTexts();
  if (!hasFirstPeriodPrice(attempt)) return null;
  const currency = attempt.currency_code.toUpperCase();
  const charged = `${attempt.charged_amount} ${currency}`;
  const price = `${attempt.amount} ${currency}`;
  return (
    <Text size="small" className="break-words" data-testid="pay-index-first-period">
      {fillText(subscription.firstPeriod, { charged, price })}
    </Text>
  );
}
