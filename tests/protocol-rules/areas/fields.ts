import { type Rule, rule } from "../rule-types.ts";

/** The fields, in the order of the documentation. */

export const fieldRules: readonly Rule[] = [
  rule("REQ-MEMBERID", {
    accepted: [{ sale: "hosted", form: { pay_memberid: "10002" } }],
  }),
  rule("REQ-APPLYDATE", {
    accepted: [
      { sale: "hosted", form: { pay_applydate: "2026-03-01 12:00:00" } },
      {
        sale: "hosted",
        settings: { timeZone: "Asia/Shanghai" },
        form: { pay_applydate: "2026-03-01 20:00:00" },
      },
    ],
  }),
  rule("REQ-BANKCODE", {
    accepted: [{ sale: "hosted", form: { pay_bankcode: "901" } }],
  }),
  rule("REQ-AMOUNT", {
    accepted: [
      { sale: "hosted", with: { amount: { minor: 1, currency: "USD" } }, form: { pay_amount: "0.01" } },
      { sale: "hosted", with: { amount: { minor: 500, currency: "JPY" } }, form: { pay_amount: "500" } },
      { sale: "hosted", with: { amount: { minor: 1250, currency: "KWD" } }, form: { pay_amount: "1.250" } },
    ],
    refused: [
      { sale: "hosted", with: { "amount.minor": 0 }, problems: ["amount.minor"] },
      { sale: "hosted", with: { "amount.minor": -1 }, problems: ["amount.minor"] },
      { sale: "hosted", with: { "amount.minor": 19.99 }, problems: ["amount.minor"] },
    ],
  }),
  rule("REQ-CURRENCY", {
    accepted: [{ sale: "hosted", form: { pay_currency: "USD" } }],
    refused: [
      { sale: "hosted", with: { "amount.currency": "usd" }, problems: ["amount.currency"] },
      { sale: "hosted", with: { "amount.currency": "XXX" }, problems: ["amount.currency"] },
    ],
  }),
  rule("REQ-WEBSITE", {
    accepted: [
      { sale: "hosted", form: { pay_url: "https://default.example" } },
      {
        sale: "hosted",
        with: { website: "http://shop.example/a" },
        form: { pay_url: "http://shop.example/a" },
      },
    ],
    refused: [{ sale: "hosted", with: { website: "shop.example" }, problems: ["website"] }],
  }),
  rule("REQ-TYPE", {
    accepted: [
      { sale: "link", form: { pay_type: "link" } },
      { sale: "subscription", form: { pay_type: "Subscription" } },
      { sale: "apm", form: { pay_type: "apm" } },
      { sale: "card", form: { pay_type: null } },
      { sale: "hosted", form: { pay_type: null } },
    ],
    refused: [{ sale: "hosted", with: { variant: "wallet" }, problems: ["variant"] }],
  }),
  rule("REQ-METHOD", {
    accepted: [
      { sale: "apm", with: { method: "alipay" }, form: { pay_method: "alipay" } },
      { sale: "apm", with: { method: undefined }, form: { pay_method: null } },
    ],
    refused: [
      { sale: "link", with: { method: "alipay" }, problems: ["method"] },
      { sale: "apm", with: { method: 7 }, problems: ["method"] },
    ],
  }),
  rule("REQ-APPSCHEME", {
    accepted: [
      { sale: "apm", with: { appScheme: "myshop" }, form: { pay_app_scheme: "myshop" } },
      { sale: "apm", with: { appScheme: "myshop://pay" }, form: { pay_app_scheme: "myshop://pay" } },
    ],
    refused: [
      { sale: "apm", with: { appScheme: "my shop" }, problems: ["appScheme"] },
      { sale: "apm", with: { appScheme: "intent://x#Intent;end" }, problems: ["appScheme"] },
      { sale: "card", with: { appScheme: "myshop" }, problems: ["appScheme"] },
    ],
  }),
  rule("REQ-CARDNO", {
    accepted: [
      {
        sale: "card",
        with: { "card.number": "4242 4242-4242 4242" },
        form: { pay_cardno: "4242424242424242" },
      },
      { sale: "card", with: { "card.number": "424242424242" }, form: { pay_cardno: "424242424242" } },
      {
        sale: "card",
        with: { "card.number": "4242424242424242424" },
        form: { pay_cardno: "4242424242424242424" },
      },
    ],
    refused: [
      { sale: "card", with: { "card.number": "42424242424" }, problems: ["number"] },
      { sale: "card", with: { "card.number": "42424242424242424242" }, problems: ["number"] },
      { sale: "card", with: { "card.number": "4242x24242424242" }, problems: ["number"] },
    ],
  }),
  rule("REQ-CARDMONTH", {
    accepted: [{ sale: "card", with: { "card.month": "01" }, form: { pay_cardmonth: "01" } }],
    refused: [
      { sale: "card", with: { "card.month": "13" }, problems: ["month"] },
      { sale: "card", with: { "card.month": "1" }, problems: ["month"] },
    ],
  }),
  rule("REQ-CARDYEAR", {
    accepted: [{ sale: "card", with: { "card.year": "2031" }, form: { pay_cardyear: "2031" } }],
    refused: [
      { sale: "card", with: { "card.year": "31" }, problems: ["year"] },
      { sale: "card", with: { "card.year": "2025" }, problems: ["card.year"] },
    ],
  }),
  rule("REQ-CARDCVV", {
    accepted: [{ sale: "card", with: { "card.cvv": "1234" }, form: { pay_cardcvv: "1234" } }],
    refused: [{ sale: "card", with: { "card.cvv": "12" }, problems: ["cvv"] }],
  }),
  rule("REQ-PRODUCTS", {
    accepted: [
      {
        sale: "hosted",
        with: { items: [{ name: "Tea", price: 1999, quantity: 1 }] },
        form: { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' },
      },
    ],
    refused: [
      { sale: "hosted", with: { items: [] }, problems: ["items"] },
      { sale: "hosted", with: { items: "Tea" }, problems: ["items"] },
    ],
  }),
  rule("REQ-BUYER", {
    accepted: [
      {
        sale: "hosted",
        with: { "billing.street1": "1 Square", "billing.postcode": "N1 9GU" },
        form: {
          pay_firstname: "Ada",
          pay_street_address1: "1 Square",
          pay_postcode: "N1 9GU",
          pay_city: null,
        },
      },
    ],
    refused: [
      { sale: "hosted", with: { "buyer.firstName": "" }, problems: ["buyer.firstName"] },
      { sale: "hosted", with: { "buyer.lastName": "Love\nlace" }, problems: ["buyer.lastName"] },
    ],
  }),
  rule("REQ-COUNTRY", {
    accepted: [{ sale: "hosted", with: { "buyer.country": "DE" }, form: { pay_country_iso_code_2: "DE" } }],
    refused: [{ sale: "hosted", with: { "buyer.country": "de" }, problems: ["buyer.country"] }],
  }),
  rule("REQ-EMAIL", {
    accepted: [
      {
        sale: "hosted",
        with: { "buyer.email": "a+b@mail.example" },
        form: { pay_email_address: "a+b@mail.example" },
      },
    ],
    refused: [{ sale: "hosted", with: { "buyer.email": "ada" }, problems: ["buyer.email"] }],
  }),
  rule("REQ-PHONE", {
    accepted: [
      {
        sale: "hosted",
        with: { "buyer.phone": "+44 (0)20 7946" },
        form: { pay_telephone: "+44 (0)20 7946" },
      },
    ],
    refused: [{ sale: "hosted", with: { "buyer.phone": "none" }, problems: ["buyer.phone"] }],
  }),
  rule("REQ-SHIPPING", {
    accepted: [
      {
        sale: "hosted",
        with: { shipping: { city: "Leeds", country: "IE" } },
        form: { shipping_city: "Leeds", shipping_country_iso_code_2: "IE", shipping_firstname: null },
      },
    ],
    refused: [
      { sale: "subscription", with: { shipping: {} }, problems: ["shipping"] },
      { sale: "hosted", with: { shipping: { country: "ie" } }, problems: ["shipping.country"] },
    ],
  }),
  rule("REQ-IP", {
    accepted: [
      { sale: "hosted", with: { "buyer.ip": "2001:db8::7" }, form: { pay_ip: "2001:db8::7" } },
      { sale: "hosted", with: { "buyer.ip": "::ffff:192.0.2.7" }, form: { pay_ip: "192.0.2.7" } },
      {
        sale: "hosted",
        with: { "buyer.userAgent": "x".repeat(600) },
        form: { pay_useragent: "x".repeat(512) },
      },
    ],
    refused: [
      { sale: "hosted", with: { "buyer.ip": "localhost" }, problems: ["buyer.ip"] },
      { sale: "hosted", with: { "buyer.userAgent": "" }, problems: ["buyer.userAgent"] },
    ],
  }),
  rule("REQ-LANGUAGE", {
    accepted: [
      { sale: "hosted", form: { pay_language: "en" } },
      {
        sale: "hosted",
        with: { "buyer.language": "de-CH,de;q=0.9" },
        form: { pay_language: "de-CH,de;q=0.9" },
      },
    ],
  }),
  rule("REQ-SYSTEM", {
    accepted: [{ sale: "hosted", form: { system: "pay-index" } }],
  }),
];
