import { describe, expect, test } from "vitest";
import { checkSale, type Sale, type Variant, variants } from "../../../src/protocol/sale/sale.ts";
import { buildSaleForm, type SaleSettings, saleFingerprint } from "../../../src/protocol/sale/sale-form.ts";
import { Secret } from "../../../src/secret.ts";
import {
  completeSales,
  exampleCard,
  exampleFormAttempt,
  exampleSettings,
  minimalSales,
  now,
} from "./example-sales.ts";

/** The complete sales as the gateway gets them. All of them have the signature of the same seven fields. */
const billing = {
  pay_street_address1: "1 Square",
  pay_street_address2: "Flat 2",
  pay_city: "London",
  pay_postcode: "N1 9GU",
  pay_state: "Greater London",
};
const shipping = {
  shipping_firstname: "Charles",
  shipping_lastname: "Babbage",
  shipping_street_address1: "2 Lane",
  shipping_street_address2: "Yard 3",
  shipping_city: "Leeds",
  shipping_state: "Yorkshire",
  shipping_postcode: "LS1 1UR",
  shipping_country_iso_code_2: "IE",
  shipping_telephone: "0113 496 0000",
};
const items = { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' };
const card = {
  pay_cardno: "4242424242424242",
  pay_cardmonth: "12",
  pay_cardyear: "2030",
  pay_cardcvv: "987",
};
const common = {
  pay_memberid: "10002",
  pay_orderid: "00000000000000000001",
  pay_applydate: "2026-03-01 12:00:00",
  pay_bankcode: "901",
  pay_notifyurl: "https://shop.example/pay/notify/00000000000000000001/N",
  pay_callbackurl: "https://shop.example/pay/return/00000000000000000001/R",
  pay_amount: "19.99",
  // printf '%s' 'pay_amount=19.99&pay_applydate=2026-03-01 12:00:00&pay_bankcode=901&pay_callbackurl=https://shop.example/pay/return/00000000000000000001/R&pay_memberid=10002&pay_notifyurl=https://shop.example/pay/notify/00000000000000000001/N&pay_orderid=00000000000000000001&key=k-hosted' | md5sum | tr a-f A-F
  pay_md5sign: "F410F14E78C7A1E54CBD21146F0026E5",
  pay_currency: "USD",
  pay_url: "https://shop.example",
  pay_firstname: "Ada",
  pay_lastname: "Lovelace",
  pay_country_iso_code_2: "GB",
  pay_email_address: "ada@shop.example",
  pay_telephone: "020 7946 0000",
  pay_ip: "192.0.2.7",
  pay_useragent: "Mozilla/5.0 (X11; Linux x86_64)",
  pay_language: "en",
  system: "pay-index",
};
const plan =
  '{"id":"7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b","name":"Tea monthly","plan_type":"monthly","first_period_amount":"1.00","description":"A box of tea each month","attempts":"3","interval_time":60,"total_count":6}';

/** The fields that each variant always has, and those that it may have (the table in docs/reference/protocol.md). */
const forms: Record<Variant, { required: object; optional: object }> = {
  card: { required: { ...common, ...card, ...items }, optional: { ...billing, ...shipping } },
  hosted: { required: common, optional: { ...items, ...billing, ...shipping } },
  link: { required: { ...common, pay_type: "link" }, optional: { ...items, ...billing, ...shipping } },
  subscription: {
    required: { ...common, pay_type: "Subscription", ...card, ...items, subscription_plan: plan },
    optional: billing,
  },
  apm: {
    required: { ...common, pay_type: "apm" },
    optional: { pay_method: "alipay", pay_app_scheme: "myshop://pay", ...items, ...billing, ...shipping },
  },
};

function formOf(sale: Sale, changed: Partial<SaleSettings> = {}) {
  return buildSaleForm(checkSale(sale, now).sale, { ...exampleSettings, ...changed }, exampleFormAttempt);
}
const valuesOf = (sale: Sale, changed: Partial<SaleSettings> = {}) =>
  Object.fromEntries(formOf(sale, changed));

describe.each(variants)(
  "the form of %s (REQ-REQUIRED, REQ-CARD, REQ-HOSTED, REQ-LINK, REQ-SUBSCRIPTION, REQ-APM)",
  (variant) => {
    const { required, optional } = forms[variant];

    test("has each value of a complete sale in its own field, once (REQ-FORM, REQ-SIGN, REQ-TYPE, REQ-METHOD, REQ-APPSCHEME, REQ-CARDNO, REQ-CARDMONTH, REQ-CARDYEAR, REQ-CARDCVV, REQ-MEMBERID, REQ-BANKCODE, REQ-BUYER, REQ-COUNTRY, REQ-EMAIL, REQ-PHONE, REQ-SHIPPING, REQ-LANGUAGE, REQ-SYSTEM)", () => {
      expect(Object.fromEntries(formOf(completeSales[variant]))).toEqual({ ...required, ...optional });
      expect(formOf(completeSales[variant])).toHaveLength(Object.keys({ ...required, ...optional }).length);
    });

    test("has exactly the required fields for a sale without optional fields", () => {
      const names = formOf(minimalSales[variant]).map(([name]) => name);
      expect(names.sort()).toEqual(Object.keys(required).sort());
    });
  },
);

test("the merchant's settings fill the fields that the sale does not have", () => {
  const other = {
    language: "ja",
    system: "other",
    website: "https://o.example",
    bankCode: "902",
    merchantId: "7",
  };
  expect(valuesOf(minimalSales.hosted, other)).toMatchObject({
    pay_language: "ja",
    system: "other",
    pay_url: "https://o.example",
    pay_bankcode: "902",
    pay_memberid: "7",
  });
  const own: Sale = {
    ...minimalSales.hosted,
    website: "https://own.example",
    buyer: { ...minimalSales.hosted.buyer, language: "de" },
  };
  expect(valuesOf(own, other)).toMatchObject({ pay_language: "de", pay_url: "https://own.example" });
});

test.each([
  [500, "JPY", "500"],
  [1, "USD", "0.01"],
  [1250, "KWD", "1.250"],
  [12345, "CLF", "1.2345"],
])("%i minor units of %s are sent as %s (B-40, REQ-AMOUNT, MON-EXPONENT)", (minor, currency, text) => {
  const items = [{ name: "Tea", price: minor, quantity: 2 }];
  const values = valuesOf({
    ...minimalSales.subscription,
    amount: { minor, currency },
    items,
    plan: { ...completeSales.subscription.plan, firstPeriodAmount: minor },
  });
  expect(values).toMatchObject({ pay_amount: text, pay_currency: currency });
  expect(JSON.parse(values.pay_productname ?? "")).toMatchObject([{ price: text, quantity: "2" }]);
  expect(JSON.parse(values.subscription_plan ?? "")).toMatchObject({ first_period_amount: text });
});

test("the time of submission is in the zone of the settings (REQ-APPLYDATE)", () => {
  expect(valuesOf(minimalSales.hosted, { timeZone: "Asia/Shanghai" }).pay_applydate).toBe(
    "2026-03-01 20:00:00",
  );
});

test("texts are sent without spaces around them (REQ-REQUIRED)", () => {
  const buyer = {
    ...minimalSales.hosted.buyer,
    firstName: "  Ada ",
    lastName: "\tLovelace\n",
    email: " ada@shop.example ",
    phone: " 1 ",
    country: " GB ",
    ip: " 192.0.2.7 ",
    userAgent: "  Mozilla ",
    language: " en-GB ",
  };
  const sale: Sale = {
    ...minimalSales.hosted,
    buyer,
    website: " https://shop.example ",
    billing: { city: " London " },
  };
  for (const [name, value] of formOf(sale)) expect(value, name).toBe(value.trim());
  expect(valuesOf(sale)).toMatchObject({ pay_firstname: "Ada", pay_city: "London" });
});

function turned(sale: Sale): Sale {
  const buyer = Object.fromEntries(Object.entries(sale.buyer).reverse());
  return Object.fromEntries(Object.entries({ ...sale, buyer }).reverse()) as Sale;
}

describe("the fingerprint of a sale (B-13)", () => {
  const secret = new Secret("of-this-installation");
  const printOf = (sale: Sale, changed: Partial<SaleSettings> = {}, keyedBy = secret) =>
    saleFingerprint(checkSale(sale, now).sale, { ...exampleSettings, ...changed }, keyedBy);

  test("is the same for the same sale, in any order of fields", () => {
    for (const variant of variants)
      expect(printOf(completeSales[variant])).toBe(printOf(turned(completeSales[variant])));
  });

  test("does not depend on the card", () => {
    expect(
      printOf({ ...minimalSales.card, card: exampleCard({ number: "4141414141414141", cvv: "111" }) }),
    ).toBe(printOf(minimalSales.card));
  });

  test("does not depend on the buyer's IP address and browser, so that no buyer pays twice", () => {
    const { buyer } = completeSales.hosted;
    for (const changed of [{ ip: "203.0.113.77" }, { userAgent: "curl" }])
      expect(printOf({ ...completeSales.hosted, buyer: { ...buyer, ...changed } } as Sale)).toBe(
        printOf(completeSales.hosted),
      );
  });

  test.each<[string, Partial<Sale>]>([
    ["amount", { amount: { minor: 2000, currency: "USD" } }],
    ["currency", { amount: { minor: 1999, currency: "EUR" } }],
    ["name", { buyer: { ...completeSales.hosted.buyer, firstName: "Eva" } }],
    ["address", { billing: { city: "Leeds" } }],
    ["shipping", { shipping: { city: "York" } }],
    ["items", { items: [{ name: "Coffee", price: 1999, quantity: 1 }] }],
  ])("depends on the %s", (_, changed) => {
    expect(printOf({ ...completeSales.hosted, ...changed } as Sale)).not.toBe(printOf(completeSales.hosted));
  });

  test("depends on the variant, merchant and installation, and not on the merchant key", () => {
    const prints = [
      ...variants.map((variant) => printOf(completeSales[variant])),
      printOf({ ...minimalSales.hosted }),
      printOf({ ...minimalSales.hosted }, { merchantId: "10003" }),
      printOf({ ...minimalSales.hosted }, {}, new Secret("of-another")),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(printOf(minimalSales.hosted, { key: new Secret("other") })).toBe(printOf(minimalSales.hosted));
  });

  test("reveals nothing about the buyer", () => {
    expect(printOf(completeSales.hosted)).toMatch(/^[\w-]{43}$/);
  });
});
