import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeNotificationBody } from "../../src/protocol/notification/notification-body.ts";
import { formatPlan, planSchema } from "../../src/protocol/sale/plan.ts";
import { checkSale, variants } from "../../src/protocol/sale/sale.ts";
import { buildSaleForm } from "../../src/protocol/sale/sale-form.ts";
import { formatProductList } from "../../src/protocol/sale/sale-items.ts";
import { amountsIn } from "../protocol/sale/amount-formatter.ts";
import { exampleFormAttempt, exampleSettings, now } from "../protocol/sale/example-sales.ts";
import { anySale, currency, item, line, plan } from "./any-sale.ts";

/** Decimals by ISO 4217. */
const decimals: Readonly<Record<string, number>> = { JPY: 0, USD: 2, KWD: 3, CLF: 4 };

/** A reader of our own for the wire's decimal text. */
function minorOf(text: string, code: string): number {
  const [whole = "", part = ""] = text.split(".");
  expect(part).toHaveLength(decimals[code] ?? -1);
  return Number(whole + part);
}

const without = (shape: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));

function readItem(wire: Readonly<Record<string, string>>, code: string) {
  return without({
    name: wire.productName,
    price: minorOf(wire.price ?? "", code),
    quantity: Number(wire.quantity),
    sku: wire.sku,
    image: wire.productImage,
    attributes: wire.attributes,
  });
}

function readPlan(wire: Readonly<Record<string, unknown>>, code: string) {
  const first = wire.first_period_amount;
  return without({
    id: wire.id,
    name: wire.name,
    type: wire.plan_type,
    description: wire.description,
    attempts: Number(wire.attempts),
    firstPeriodAmount: first === undefined ? undefined : minorOf(String(first), code),
    intervalTime: wire.interval_time,
    totalCount: wire.total_count,
  });
}

test("products are read unchanged from their text (REQ-PRODUCTS, PROD-ITEM)", () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), currency, (items, code) => {
      const wire: Record<string, string>[] = JSON.parse(formatProductList(items, amountsIn(code)));
      expect(wire.map((each) => readItem(each, code))).toEqual(items);
      for (const value of wire.flatMap((each) => Object.values(each))) expect(typeof value).toBe("string");
    }),
  );
});

test("plans are read unchanged from their text, in both encodings (PLAN-KEYS, PLAN-ENCODING)", () => {
  fc.assert(
    fc.property(plan, currency, (written, code) => {
      const checked = planSchema().parse(written);
      const one = JSON.parse(formatPlan(checked, "object", amountsIn(code)));
      expect(readPlan(one, code)).toEqual(checked);
      expect(checked).toMatchObject(written);
      expect(JSON.parse(formatPlan(checked, "array", amountsIn(code)))).toEqual([one]);
    }),
  );
});

/** Form field by name in a sale, read by hand from SPEC section 2.1. */
const buyer = {
  firstName: "pay_firstname",
  lastName: "pay_lastname",
  email: "pay_email_address",
  phone: "pay_telephone",
  country: "pay_country_iso_code_2",
  ip: "pay_ip",
  userAgent: "pay_useragent",
  language: "pay_language",
};
const billing = {
  street1: "pay_street_address1",
  street2: "pay_street_address2",
  city: "pay_city",
  postcode: "pay_postcode",
  state: "pay_state",
};
const shipping = {
  firstName: "shipping_firstname",
  lastName: "shipping_lastname",
  street1: "shipping_street_address1",
  street2: "shipping_street_address2",
  city: "shipping_city",
  state: "shipping_state",
  postcode: "shipping_postcode",
  country: "shipping_country_iso_code_2",
  phone: "shipping_telephone",
};

function readTexts(form: URLSearchParams, names: Readonly<Record<string, string>>) {
  return without(
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, form.get(name) ?? undefined])),
  );
}

/** A reader of our own: what the form says, in the words of a sale. */
function readForm(form: URLSearchParams) {
  const code = form.get("pay_currency") ?? "";
  const plans = form.getAll("subscription_plan").map((text) => readPlan(JSON.parse(text), code));
  const items: Record<string, string>[] = JSON.parse(form.get("pay_productname") ?? "[]");
  return {
    amount: { minor: minorOf(form.get("pay_amount") ?? "", code), currency: code },
    website: form.get("pay_url"),
    buyer: readTexts(form, buyer),
    billing: readTexts(form, billing),
    shipping: readTexts(form, shipping),
    items: items.map((each) => readItem(each, code)),
    ...(plans[0] === undefined ? {} : { plan: plans[0] }),
    ...readTexts(form, { method: "pay_method", appScheme: "pay_app_scheme" }),
  };
}

describe.each(variants)("%s", (variant) => {
  test("a sale is read unchanged from its encoded form (REQ-ENCODING)", () => {
    fc.assert(
      fc.property(anySale(variant), (written) => {
        const { sale } = checkSale(written, now);
        const pairs = buildSaleForm(sale, exampleSettings, exampleFormAttempt).map(([...pair]) => pair);
        const form = new URLSearchParams(new URLSearchParams(pairs).toString());
        expect(new Set(form.keys()).size).toBe(form.size);
        const defaults = { website: exampleSettings.website, billing: {}, shipping: {}, items: [] };
        const { tenant, reference, variant: _, ...said } = { card: undefined, ...defaults, ...sale };
        const language = sale.buyer.language ?? exampleSettings.language;
        expect(readForm(form)).toEqual(
          without({ ...said, card: undefined, buyer: { ...sale.buyer, language } }),
        );
        expect([tenant, reference]).toEqual(["default", written.reference]);
      }),
    );
  });
});

test("notifications are read unchanged from their encoding, as browsers and PHP write it (NOT-ENCODING)", () => {
  const name = fc.stringMatching(/^[A-Za-z_]\w{0,20}$/);
  const value = fc.oneof(
    line,
    fc.constantFrom("", " ", "a b", "1+1", "100%", "%41", "%zz", "\uFEFF", "ä&b=c"),
  );
  const php = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 20 }), (pairs) => {
      const fields = new Map(pairs);
      const decodeForm = (text: string) =>
        decodeNotificationBody({ kind: "raw", bytes: Buffer.from(text), contentType: undefined });
      expect(decodeForm(new URLSearchParams([...fields]).toString())).toEqual(fields);
      const escaped = [...fields].map(([key, text]) => `${key}=${php(text)}`).join("&");
      expect(decodeForm(escaped)).toEqual(fields);
      expect(decodeForm(escaped.replaceAll("%20", "+"))).toEqual(fields);
    }),
    { numRuns: 300 },
  );
});
