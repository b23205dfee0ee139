import { createHmac } from "node:crypto";
import { revealSecret, type Secret } from "../../secret.ts";
import { type AmountDecimals, toSentAmountText } from "../money/sent-amount.ts";
import { signRequest } from "../signature/request-sign.ts";
import type { FormField } from "../signature/signing-text.ts";
import { formatApplyDate } from "./apply-date-in-time-zone.ts";
import { revealCardFields } from "./card.ts";
import { formatPlan } from "./plan.ts";
import type { CheckedSale } from "./sale.ts";
import { formatProductList } from "./sale-items.ts";

/** The fields that the merchant's settings add to a sale. */
export interface SaleSettings {
  readonly merchantId: string;
  readonly key: Secret;
  readonly bankCode: string;
  readonly website: string;
  readonly language: string;
  readonly system: string;
  readonly timeZone: string;
  readonly planEncoding: "object" | "array";
  readonly amountDecimals: AmountDecimals;
}

/** The fields that differ between two attempts for the same sale. */
export interface SaleFormAttempt {
  readonly attemptId: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly now: Date;
}

type OptionalField = readonly [name: string, value: string | undefined];

/** The fields that stay the same from attempt to attempt, without the card. */
function fieldsOfEveryAttempt(sale: CheckedSale, settings: SaleSettings): FormField[] {
  const { buyer, amount } = sale;
  const format = amountFormatOf(sale, settings);
  const fields: OptionalField[] = [
    ["pay_memberid", settings.merchantId],
    ["pay_bankcode", settings.bankCode],
    ["pay_amount", format(amount.minor)],
    ["pay_currency", amount.currency],
    ["pay_url", sale.website ?? settings.website],
    ["pay_firstname", buyer.firstName],
    ["pay_lastname", buyer.lastName],
    ["pay_country_iso_code_2", buyer.country],
    ["pay_email_address", buyer.email],
    ["pay_telephone", buyer.phone],
    ["pay_ip", buyer.ip],
    ["pay_useragent", buyer.userAgent],
    ["pay_language", buyer.language ?? settings.language],
    ["system", settings.system],
    ...billingFields(sale.billing),
    ["pay_productname", sale.items && formatProductList(sale.items, format)],
    ...variantFields(sale, settings),
  ];
  return fields.filter((field): field is FormField => field[1] !== undefined && field[1] !== "");
}

/** Returns how the amounts of a sale are written: all of them in its currency, with the same decimals. */
function amountFormatOf(
  { amount: { currency } }: CheckedSale,
  { amountDecimals }: SaleSettings,
): (minor: number) => string {
  return (minor) => toSentAmountText({ minor, currency }, amountDecimals);
}

function billingFields(billing: CheckedSale["billing"]): OptionalField[] {
  return [
    ["pay_street_address1", billing?.street1],
    ["pay_street_address2", billing?.street2],
    ["pay_city", billing?.city],
    ["pay_postcode", billing?.postcode],
    ["pay_state", billing?.state],
  ];
}

/** Returns the fields of one variant only (REQ-CARD, REQ-HOSTED, REQ-LINK, REQ-SUBSCRIPTION, REQ-APM). */
function variantFields(sale: CheckedSale, settings: SaleSettings): OptionalField[] {
  switch (sale.variant) {
    case "card":
    case "hosted":
      return shippingFields(sale.shipping);
    case "link":
      return [["pay_type", "link"], ...shippingFields(sale.shipping)];
    case "subscription":
      return [
        ["pay_type", "Subscription"],
        ["subscription_plan", formatPlan(sale.plan, settings.planEncoding, amountFormatOf(sale, settings))],
      ];
    case "apm":
      return [
        ["pay_type", "apm"],
        ["pay_method", sale.method],
        ["pay_app_scheme", sale.appScheme],
        ...shippingFields(sale.shipping),
      ];
  }
}

function shippingFields(shipping: Extract<CheckedSale, { variant: "hosted" }>["shipping"]): OptionalField[] {
  return [
    ["shipping_firstname", shipping?.firstName],
    ["shipping_lastname", shipping?.lastName],
    ["shipping_street_address1", shipping?.street1],
    ["shipping_street_address2", shipping?.street2],
    ["shipping_city", shipping?.city],
    ["shipping_state", shipping?.state],
    ["shipping_postcode", shipping?.postcode],
    ["shipping_country_iso_code_2", shipping?.country],
    ["shipping_telephone", shipping?.phone],
  ];
}

/** The signed form, with the card in it where there is one: encode it, send it, drop it (REQ-ENCODING, SIG-FIELDS). */
export function buildSaleForm(
  sale: CheckedSale,
  settings: SaleSettings,
  attempt: SaleFormAttempt,
): FormField[] {
  const fields = fieldsOfEveryAttempt(sale, settings);
  fields.push(
    ["pay_orderid", attempt.attemptId],
    ["pay_applydate", formatApplyDate(attempt.now, settings.timeZone)],
    ["pay_notifyurl", attempt.notifyUrl],
    ["pay_callbackurl", attempt.returnUrl],
  );
  fields.push(["pay_md5sign", signRequest(fields, settings.key)]);
  if ("card" in sale) fields.push(...revealCardFields(sale.card));
  return fields;
}

/** The buyer's network address and browser: a phone that changes its network is the same buyer. */
const requestOnlyFields: ReadonlySet<string> = new Set(["pay_ip", "pay_useragent"]);

/**
 * Returns a digest that is equal for two equal sales, without storing their contents. Keyed with the installation's
 * secret, because names and addresses can be guessed. Does not include the card, the gateway order ID, the time, the
 * URLs, or the buyer's network address and browser.
 */
export function saleFingerprint(sale: CheckedSale, settings: SaleSettings, secret: Secret): string {
  const asked = fieldsOfEveryAttempt(sale, settings).filter(([name]) => !requestOnlyFields.has(name));
  return createHmac("sha256", revealSecret(secret))
    .update(JSON.stringify([sale.variant, asked]))
    .digest("hex");
}
