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

const nineteen = [
  "pay_memberid",
  "pay_orderid",
  "pay_applydate",
  "pay_bankcode",
  "pay_notifyurl",
  "pay_callbackurl",
  "pay_amount",
  "pay_md5sign",
  "pay_currency",
  "pay_url",
  "pay_firstname",
  "pay_lastname",
  "pay_country_iso_code_2",
  "pay_email_address",
  "pay_telephone",
  "pay_ip",
  "pay_useragent",
  "pay_language",
  "system",
];
const cardNames = ["pay_cardno", "pay_cardmonth", "pay_cardyear", "pay_cardcvv"];
const billingNames = ["pay_street_address1", "pay_street_address2", "pay_city", "pay_postcode", "pay_state"];
const shippingNames = [
  "shipping_firstname",
  "shipping_lastname",
  "shipping_street_address1",
  "shipping_street_address2",
  "shipping_city",
  "shipping_state",
  "shipping_postcode",
  "shipping_country_iso_code_2",
  "shipping_telephone",
];

/** The table of requiredness in docs/reference/protocol.md, copied by hand. Y required, N optional, - never sent. */
const table: [names: string[], ...marks: Record<Variant, "Y" | "N" | "-">[]][] = [
  [nineteen, { card: "Y", hosted: "Y", link: "Y", subscription: "Y", apm: "Y" }],
  [["pay_type"], { card: "-", hosted: "-", link: "Y", subscription: "Y", apm: "Y" }],
  [["pay_method", "pay_app_scheme"], { card: "-", hosted: "-", link: "-", subscription: "-", apm: "N" }],
  [cardNames, { card: "Y", hosted: "-", link: "-", subscription: "Y", apm: "-" }],
  [["pay_productname"], { card: "Y", hosted: "N", link: "N", subscription: "Y", apm: "N" }],
  [["subscription_plan"], { card: "-", hosted: "-", link: "-", subscription: "Y", apm: "-" }],
  [billingNames, { card: "N", hosted: "N", link: "N", subscription: "N", apm: "N" }],
  [shippingNames, { card: "N", hosted: "N", link: "N", subscription: "-", apm: "N" }],
];

function namesMarked(variant: Variant, marks: string): string[] {
  return table
    .flatMap(([names, mark]) => (mark !== undefined && marks.includes(mark[variant]) ? names : []))
    .sort();
}

function formOf(sale: Sale, changed: Partial<SaleSettings> = {}) {
  return buildSaleForm(checkSale(sale, now).sale, { ...exampleSettings, ...changed }, exampleFormAttempt);
}
const valuesOf = (sale: Sale, changed: Partial<SaleSettings> = {}) =>
  Object.fromEntries(formOf(sale, changed));
const namesOf = (sale: Sale) => formOf(sale).map(([name]) => name);

describe.each(variants)(
  "the form of %s (REQ-REQUIRED, REQ-CARD, REQ-HOSTED, REQ-LINK, REQ-SUBSCRIPTION, REQ-APM)",
  (variant) => {
    test("has exactly the required fields for a sale without optional fields", () => {
      expect(namesOf(minimalSales[variant]).sort()).toEqual(namesMarked(variant, "Y"));
    });

    test("has exactly the listed fields for a sale with all fields", () => {
      expect(namesOf(completeSales[variant]).sort()).toEqual(namesMarked(variant, "YN"));
    });

    test("names each field once and has no empty value (REQ-FORM)", () => {
      for (const sale of [minimalSales[variant], completeSales[variant]]) {
        const names = namesOf(sale);
        expect(new Set(names).size).toBe(names.length);
        for (const [name, value] of formOf(sale)) expect(value, name).not.toBe("");
      }
    });

    test("contains trimmed text (REQ-REQUIRED)", () => {
      for (const [name, value] of formOf(completeSales[variant])) expect(value, name).toBe(value.trim());
    });
  },
);

test("the table contains every field of the protocol once", () => {
  const names = table.flatMap(([each]) => each);
  expect(names).toHaveLength(19 + 1 + 2 + 4 + 1 + 1 + 5 + 9);
  expect(new Set(names).size).toBe(names.length);
});

test.each<[Variant, string | undefined]>([
  ["card", undefined],
  ["hosted", undefined],
  ["link", "link"],
  ["subscription", "Subscription"],
  ["apm", "apm"],
])("pay_type of %s is exactly %s (REQ-TYPE)", (variant, type) => {
  expect(valuesOf(minimalSales[variant]).pay_type).toBe(type);
  expect(valuesOf(completeSales[variant]).pay_type).toBe(type);
});

test("each value is sent in its own field", () => {
  expect(valuesOf(completeSales.hosted)).toEqual({
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
    pay_street_address1: "1 Square",
    pay_street_address2: "Flat 2",
    pay_city: "London",
    pay_postcode: "N1 9GU",
    pay_state: "Greater London",
    shipping_firstname: "Charles",
    shipping_lastname: "Babbage",
    shipping_street_address1: "2 Lane",
    shipping_street_address2: "Yard 3",
    shipping_city: "Leeds",
    shipping_state: "Yorkshire",
    shipping_postcode: "LS1 1UR",
    shipping_country_iso_code_2: "IE",
    shipping_telephone: "0113 496 0000",
    pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]',
  });
});

test("card fields of card and subscription (REQ-CARDNO, REQ-CARDMONTH, REQ-CARDYEAR, REQ-CARDCVV)", () => {
  const number = {
    pay_cardno: "4242424242424242",
    pay_cardmonth: "12",
    pay_cardyear: "2030",
    pay_cardcvv: "987",
  };
  expect(valuesOf(minimalSales.card)).toMatchObject(number);
  expect(valuesOf(minimalSales.subscription)).toMatchObject(number);
});

test("method and app scheme of apm (REQ-METHOD, REQ-APPSCHEME)", () => {
  expect(valuesOf(completeSales.apm)).toMatchObject({ pay_method: "alipay", pay_app_scheme: "myshop://pay" });
});

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

test("the plan is an object, or an array that contains it if the settings need it (PLAN-ENCODING)", () => {
  const object = JSON.parse(valuesOf(minimalSales.subscription).subscription_plan ?? "");
  expect(object).toMatchObject({ plan_type: "monthly" });
  expect(
    JSON.parse(valuesOf(minimalSales.subscription, { planEncoding: "array" }).subscription_plan ?? ""),
  ).toEqual([object]);
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
  expect(valuesOf(sale)).toMatchObject({
    pay_firstname: "Ada",
    pay_lastname: "Lovelace",
    pay_email_address: "ada@shop.example",
    pay_telephone: "1",
    pay_country_iso_code_2: "GB",
    pay_ip: "192.0.2.7",
    pay_useragent: "Mozilla",
    pay_language: "en-GB",
    pay_url: "https://shop.example",
    pay_city: "London",
  });
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
    expect(printOf(completeSales.hosted)).toMatch(/^[0-9a-f]{64}$/);
  });
});
