import { createHash } from "node:crypto";

export type Variant = "card" | "hosted" | "link" | "subscription" | "apm";
export type Fields = Record<string, string>;

export const merchantByVariant: Record<Variant, { id: string; key: string }> = {
  card: { id: "10001", key: "sandbox-card-key" },
  hosted: { id: "10002", key: "sandbox-hosted-key" },
  link: { id: "10003", key: "sandbox-link-key" },
  subscription: { id: "10004", key: "sandbox-subscription-key" },
  apm: { id: "10005", key: "sandbox-apm-key" },
};

export const plan = {
  id: "3f0c2a8e-5b1d-4c7e-9a60-1f2e3d4c5b6a",
  name: "Coffee club",
  plan_type: "monthly",
  description: "A bag each month",
  attempts: "3",
};

const products = JSON.stringify([{ productName: "Table lamp", price: "42.50", quantity: "1" }]);

export const successCard = "4242424242424242";
export const failedCard = "4000000000001018";
export const challengeCard = "4141414141414141";
export const insufficientFundsCard = "4000000000009995";

export function cardFields(number: string): Fields {
  return { pay_cardno: number, pay_cardmonth: "12", pay_cardyear: "2099", pay_cardcvv: "123" };
}

let count = 0;

/** The least a variant may send, and what makes it that variant. */
export function saleOf(variant: Variant, more: Fields = {}): Fields {
  count += 1;
  const own: Record<Variant, Fields> = {
    card: { pay_productname: products, ...cardFields(successCard) },
    hosted: {},
    link: { pay_type: "link" },
    subscription: {
      pay_type: "Subscription",
      subscription_plan: JSON.stringify(plan),
      pay_productname: products,
      ...cardFields(successCard),
    },
    apm: { pay_type: "apm" },
  };
  return {
    pay_memberid: merchantByVariant[variant].id,
    pay_orderid: `ORDER-${count}`,
    pay_applydate: "2026-11-20 10:00:00",
    pay_bankcode: "901",
    pay_notifyurl: "http://127.0.0.1:9/notify",
    pay_callbackurl: "http://127.0.0.1:9/return",
    pay_amount: "42.50",
    pay_currency: "EUR",
    pay_url: "https://lamps.example",
    pay_firstname: "Ada",
    pay_lastname: "Lovelace",
    pay_country_iso_code_2: "GB",
    pay_email_address: "ada@example.com",
    pay_telephone: "2070000000",
    pay_ip: "127.0.0.1",
    pay_useragent: "test",
    pay_language: "en",
    system: "other",
    ...own[variant],
    ...more,
  };
}

/** The short way of signing; the vectors in signature.test.ts are made without it. */
export function signSale(fields: Fields, key: string): Fields {
  const names = "amount applydate bankcode callbackurl memberid notifyurl orderid".split(" ");
  const text = names.map((name) => `pay_${name}=${fields[`pay_${name}`] ?? ""}`);
  const digest = createHash("md5")
    .update([...text, `key=${key}`].join("&"))
    .digest("hex");
  return { pay_md5sign: digest.toUpperCase(), ...fields };
}

export interface SaleResponse {
  readonly status: number | string;
  readonly msg?: string;
  readonly url?: string;
}

export async function postSale(url: string, fields: Fields): Promise<SaleResponse> {
  const response = await fetch(`${url}/pay_index`, { method: "POST", body: new URLSearchParams(fields) });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as SaleResponse;
}

/** Sends a signed sale; a field set to undefined is left out. */
export function sellSigned(
  url: string,
  variant: Variant,
  more: Record<string, string | undefined> = {},
): Promise<SaleResponse> {
  const fields = signSale(saleOf(variant, more as Fields), merchantByVariant[variant].key);
  for (const [name, value] of Object.entries(fields)) if (value === undefined) delete fields[name];
  return postSale(url, fields);
}
