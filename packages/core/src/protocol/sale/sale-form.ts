import { createHmac } from "node:crypto";
import { revealSecret, type Secret } from "../../secret.ts";
import { type AmountDecimals, toSentAmountText } from "../money/money.ts";
import { type FormField, signRequest } from "../signature/request-sign.ts";
import { revealCardFields } from "./card.ts";
import { formatApplyDate, formatPlan } from "./plan.ts";
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

/** Adds a field to a form, unless it has no value. */
type AddField = (name: string, value: string | undefined) => void;

/** The fields that stay the same from attempt to attempt, without the card. */
function fieldsOfEveryAttempt(sale: CheckedSale, settings: SaleSettings): FormField[] {
  const { buyer, amount } = sale;
  const format = amountFormatOf(sale, settings);
  const fields: FormField[] = [];
  const add: AddField = (name, value) => {
    if (value) fields.push([name, value]);
  };
  add("pay_memberid", settings.merchantId);
  add("pay_bankcode", settings.bankCode);
  add("pay_amount", format(amount.minor));
  add("pay_currency", amount.currency);
  add("pay_url", sale.website ?? settings.website);
  add("pay_firstname", buyer.firstName);
  add("pay_lastname", buyer.lastName);
  add("pay_country_iso_code_2", buyer.country);
  add("pay_email_address", buyer.email);
  add("pay_telephone", buyer.phone);
  add("pay_ip", buyer.ip);
  add("pay_useragent", buyer.userAgent);
  add("pay_language", buyer.language ?? settings.language);
  add("system", settings.system);
  addBillingFields(add, sale.billing);
  add("pay_productname", sale.items && formatProductList(sale.items, format));
  addVariantFields(add, sale, settings);
  return fields;
}

/** Returns how the amounts of a sale are written: all of them in its currency, with the same decimals. */
function amountFormatOf(
  { amount: { currency } }: CheckedSale,
  { amountDecimals }: SaleSettings,
): (minor: number) => string {
  return (minor) => toSentAmountText({ minor, currency }, amountDecimals);
}

function addBillingFields(add: AddField, billing: CheckedSale["billing"]): void {
  if (billing === undefined) return;
  add("pay_street_address1", billing.street1);
  add("pay_street_address2", billing.street2);
  add("pay_city", billing.city);
  add("pay_postcode", billing.postcode);
  add("pay_state", billing.state);
}

/** Adds the fields of one variant only (REQ-CARD, REQ-HOSTED, REQ-LINK, REQ-SUBSCRIPTION, REQ-APM). */
function addVariantFields(add: AddField, sale: CheckedSale, settings: SaleSettings): void {
  switch (sale.variant) {
    case "card":
    case "hosted":
      addShippingFields(add, sale.shipping);
      return;
    case "link":
      add("pay_type", "link");
      addShippingFields(add, sale.shipping);
      return;
    case "subscription":
      add("pay_type", "Subscription");
      add("subscription_plan", formatPlan(sale.plan, settings.planEncoding, amountFormatOf(sale, settings)));
      return;
    case "apm":
      add("pay_type", "apm");
      add("pay_method", sale.method);
      add("pay_app_scheme", sale.appScheme);
      addShippingFields(add, sale.shipping);
  }
}

function addShippingFields(add: AddField, shipping: Extract<CheckedSale, { variant: "hosted" }>["shipping"]) {
  if (shipping === undefined) return;
  add("shipping_firstname", shipping.firstName);
  add("shipping_lastname", shipping.lastName);
  add("shipping_street_address1", shipping.street1);
  add("shipping_street_address2", shipping.street2);
  add("shipping_city", shipping.city);
  add("shipping_state", shipping.state);
  add("shipping_postcode", shipping.postcode);
  add("shipping_country_iso_code_2", shipping.country);
  add("shipping_telephone", shipping.phone);
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
    .digest("base64url");
}
