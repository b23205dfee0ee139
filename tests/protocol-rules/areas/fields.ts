import { ownRule, type Rule, specRule } from "../rule-types.ts";

const badUrls = (field: string) =>
  [
    "shop.example",
    "ftp://shop.example",
    "//shop.example",
    "http://user:word@127.0.0.1/",
    "javascript:alert(1)",
  ].map((value) => ({
    form: "hosted" as const,
    set: { [field]: value },
    says: `${field}: must be an absolute`,
  }));

/** The fields, in the order of the documentation. */
const korea = { "buyer.country": "KR", "buyer.phone": "+82 10-1234-5678" };

export const fieldRules: readonly Rule[] = [
  specRule("REQ-MEMBERID", "2.1", {
    accepted: [
      { sale: "hosted", form: { pay_memberid: "10002" } },
      { options: { merchants: [{ id: "10002", key: "a-key-of-the-merchant" }] } },
    ],
    refused: [
      { form: "hosted", set: { pay_memberid: "99999" }, says: "pay_memberid: no such merchant" },
      { form: "hosted", set: { pay_memberid: "" }, says: "pay_memberid: is required" },
      { options: { merchants: [{ id: "", key: "a-key-of-the-merchant" }] }, problems: ["merchants.0.id"] },
      { options: { merchants: [{ id: "1 2", key: "a-key-of-the-merchant" }] }, problems: ["merchants.0.id"] },
    ],
  }),
  specRule("REQ-ORDERID", "2.1, 8", {
    accepted: [
      { form: "hosted", set: { pay_orderid: "ZYXWVTSRQPNMKJHGFEDC" } },
      { form: "hosted", set: { pay_orderid: "N".repeat(50) } },
      {
        life: "hosted",
        steps: [{ start: "link" }],
        gives: { submissions: 2, starts: ["redirect", "redirect"] },
      },
    ],
    refused: [
      { form: "hosted", set: { pay_orderid: "SPENT" }, says: "duplicate order ID" },
      { form: "hosted", set: { pay_orderid: "has blanks" }, says: "pay_orderid: must be" },
      { form: "hosted", set: { pay_orderid: "N".repeat(51) }, says: "pay_orderid: must be" },
      { form: "hosted", set: { pay_orderid: "" }, says: "pay_orderid: is required" },
    ],
  }),
  specRule("REQ-APPLYDATE", "2.1", {
    accepted: [
      { sale: "hosted", form: { pay_applydate: "2026-03-01 12:00:00" } },
      {
        sale: "hosted",
        settings: { timeZone: "Asia/Shanghai" },
        form: { pay_applydate: "2026-03-01 20:00:00" },
      },
    ],
    refused: [
      { form: "hosted", set: { pay_applydate: "2026-03-01T12:00:00" }, says: "pay_applydate: must be" },
      { form: "hosted", set: { pay_applydate: "2026-02-30 12:00:00" }, says: "pay_applydate: must be" },
      { form: "hosted", set: { pay_applydate: "20260301120000" }, says: "pay_applydate: must be" },
      { options: { timeZone: "Middle/Earth" }, problems: ["timeZone"] },
    ],
  }),
  specRule("REQ-BANKCODE", "2.1", {
    accepted: [{ sale: "hosted", form: { pay_bankcode: "901" } }, { options: { bankCode: "902" } }],
    refused: [
      { options: { bankCode: "0" }, problems: ["bankCode"] },
      { options: { bankCode: "9&1" }, problems: ["bankCode"] },
      { form: "hosted", set: { pay_bankcode: "0" }, says: "pay_bankcode: must be" },
    ],
  }),
  specRule("REQ-NOTIFYURL", "2.1", {
    accepted: [{ form: "hosted", set: { pay_notifyurl: "http://127.0.0.1:9/notify" } }],
    refused: [
      ...badUrls("pay_notifyurl"),
      {
        form: "hosted",
        set: { pay_notifyurl: "http://192.0.2.1/notify" },
        says: "must be a loopback address",
      },
    ],
  }),
  specRule("REQ-CALLBACKURL", "2.1", {
    accepted: [{ form: "hosted", set: { pay_callbackurl: "https://shop.example/back" } }],
    refused: badUrls("pay_callbackurl"),
  }),
  specRule("REQ-AMOUNT", "2.1", {
    accepted: [
      { sale: "hosted", with: { amount: { minor: 1, currency: "USD" } }, form: { pay_amount: "0.01" } },
      { sale: "hosted", with: { amount: { minor: 500, currency: "JPY" } }, form: { pay_amount: "500" } },
      { sale: "hosted", with: { amount: { minor: 1250, currency: "KWD" } }, form: { pay_amount: "1.250" } },
    ],
    refused: [
      { sale: "hosted", with: { "amount.minor": 0 }, problems: ["amount.minor"] },
      { sale: "hosted", with: { "amount.minor": -1 }, problems: ["amount.minor"] },
      { sale: "hosted", with: { "amount.minor": 19.99 }, problems: ["amount.minor"] },
      ...["0", "0.00", "-1.00", "+1.00", "1,00", "1e3", " 1.00", "1.", ".5", "01.00"].map((value) => ({
        form: "hosted" as const,
        set: { pay_amount: value },
        says: "pay_amount: must be",
      })),
    ],
  }),
  specRule("REQ-SIGN", "2.1, 5", {
    accepted: [{ form: "hosted" }],
    refused: [
      { form: "hosted", sign: null, says: "pay_md5sign: is required" },
      { form: "hosted", sign: "C78BB2D324046415088352B73E1C2F50", says: "pay_md5sign: signature" },
      { form: "hosted", sign: "c78bb2d324046415088352b73e1c2f50", says: "pay_md5sign: must be 32" },
    ],
  }),
  specRule("REQ-CURRENCY", "2.1", {
    accepted: [
      { sale: "hosted", form: { pay_currency: "USD" } },
      { form: "hosted", set: { pay_currency: "EUR" } },
    ],
    refused: [
      { sale: "hosted", with: { "amount.currency": "usd" }, problems: ["amount.currency"] },
      { sale: "hosted", with: { "amount.currency": "XXX" }, problems: ["amount.currency"] },
      { form: "hosted", set: { pay_currency: "usd" }, says: "pay_currency: must be" },
      { form: "hosted", set: { pay_currency: "DOLLAR" }, says: "pay_currency: must be" },
    ],
  }),
  specRule("REQ-WEBSITE", "2.1", {
    accepted: [
      { sale: "hosted", form: { pay_url: "https://default.example" } },
      {
        sale: "hosted",
        with: { website: "http://shop.example/a" },
        form: { pay_url: "http://shop.example/a" },
      },
    ],
    refused: [
      { sale: "hosted", with: { website: "shop.example" }, problems: ["website"] },
      { options: { website: "shop.example" }, problems: ["website"] },
      ...badUrls("pay_url"),
    ],
  }),
  specRule("REQ-TYPE", "2.1", {
    accepted: [
      { sale: "link", form: { pay_type: "link" } },
      { sale: "subscription", form: { pay_type: "Subscription" } },
      { sale: "apm", form: { pay_type: "apm" } },
      { sale: "card", form: { pay_type: null } },
      { sale: "hosted", form: { pay_type: null } },
    ],
    refused: [
      { sale: "hosted", with: { variant: "wallet" }, problems: ["variant"] },
      { form: "hosted", set: { pay_type: "" }, says: "pay_type: not a field" },
      { form: "link", set: { pay_type: "apm" }, says: "pay_type: must be exactly link" },
      { form: "apm", set: { pay_type: "link" }, says: "pay_type: must be exactly apm" },
    ],
  }),
  specRule("REQ-METHOD", "2.1", {
    accepted: [
      { sale: "apm", with: { method: "alipay" }, form: { pay_method: "alipay" } },
      { sale: "apm", with: { method: undefined }, form: { pay_method: null } },
    ],
    refused: [
      { sale: "link", with: { method: "alipay" }, problems: ["method"] },
      { sale: "apm", with: { method: 7 }, problems: ["method"] },
      { form: "apm", set: { pay_method: "Alipay" }, says: "pay_method: is not a known method" },
    ],
  }),
  specRule("REQ-APPSCHEME", "2.1", {
    accepted: [
      { sale: "apm", with: { appScheme: "myshop" }, form: { pay_app_scheme: "myshop" } },
      { sale: "apm", with: { appScheme: "myshop://pay" }, form: { pay_app_scheme: "myshop://pay" } },
    ],
    refused: [
      { sale: "apm", with: { appScheme: "my shop" }, problems: ["appScheme"] },
      { sale: "apm", with: { appScheme: "intent://x#Intent;end" }, problems: ["appScheme"] },
      { sale: "card", with: { appScheme: "myshop" }, problems: ["appScheme"] },
      { form: "apm", set: { pay_app_scheme: "javascript:" }, says: "pay_app_scheme: must be" },
      { form: "link", set: { pay_app_scheme: "myshop" }, says: "pay_app_scheme: not a field" },
    ],
  }),
  specRule("REQ-CARDNO", "2.1", {
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
      { form: "card", set: { pay_cardno: "42424242424" }, says: "pay_cardno: must be" },
      { form: "card", set: { pay_cardno: "4242 4242 4242 4242" }, says: "pay_cardno: must be" },
    ],
  }),
  specRule("REQ-CARDMONTH", "2.1, 8", {
    accepted: [
      { sale: "card", with: { "card.month": "01" }, form: { pay_cardmonth: "01" } },
      { form: "card", set: { pay_cardmonth: "12" } },
    ],
    refused: [
      { sale: "card", with: { "card.month": "13" }, problems: ["month"] },
      { sale: "card", with: { "card.month": "1" }, problems: ["month"] },
      { form: "card", set: { pay_cardmonth: "00" }, says: "pay_cardmonth: must be" },
      { form: "subscription", set: { pay_cardmonth: "1" }, says: "pay_cardmonth: must be" },
    ],
  }),
  specRule("REQ-CARDYEAR", "2.1, 8", {
    accepted: [{ sale: "card", with: { "card.year": "2031" }, form: { pay_cardyear: "2031" } }],
    refused: [
      { sale: "card", with: { "card.year": "31" }, problems: ["year"] },
      { sale: "card", with: { "card.year": "2025" }, problems: ["card.year"] },
      { form: "card", set: { pay_cardyear: "31" }, says: "pay_cardyear: must be" },
      { form: "card", set: { pay_cardyear: "02031" }, says: "pay_cardyear: must be" },
    ],
  }),
  specRule("REQ-CARDCVV", "2.1", {
    accepted: [
      { sale: "card", with: { "card.cvv": "1234" }, form: { pay_cardcvv: "1234" } },
      { form: "card", set: { pay_cardcvv: "000" } },
    ],
    refused: [
      { sale: "card", with: { "card.cvv": "12" }, problems: ["cvv"] },
      { form: "card", set: { pay_cardcvv: "12345" }, says: "pay_cardcvv: must be" },
      { form: "card", set: { pay_cardcvv: "12a" }, says: "pay_cardcvv: must be" },
    ],
  }),
  specRule("REQ-PRODUCTS", "2.1", {
    accepted: [
      {
        sale: "hosted",
        with: { items: [{ name: "Tea", price: 1999, quantity: 1 }] },
        form: { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' },
      },
      { form: "card", set: { pay_productname: '[{"productName":"茶","price":"1","quantity":"10"}]' } },
    ],
    refused: [
      { sale: "hosted", with: { items: [] }, problems: ["items"] },
      { sale: "hosted", with: { items: "Tea" }, problems: ["items"] },
      { form: "card", set: { pay_productname: "Tea" }, says: "pay_productname: must be a JSON array" },
      { form: "card", set: { pay_productname: "[]" }, says: "at least one item" },
      { form: "hosted", set: { pay_productname: '{"productName":"Tea"}' }, says: "at least one item" },
    ],
  }),
  specRule("REQ-BUYER", "2.1", {
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
      { form: "hosted", set: { pay_lastname: " " }, says: "pay_lastname: is required" },
    ],
  }),
  specRule("REQ-COUNTRY", "2.1", {
    accepted: [{ sale: "hosted", with: { "buyer.country": "DE" }, form: { pay_country_iso_code_2: "DE" } }],
    refused: [
      { sale: "hosted", with: { "buyer.country": "de" }, problems: ["buyer.country"] },
      { form: "hosted", set: { pay_country_iso_code_2: "DEU" }, says: "pay_country_iso_code_2: must be" },
      { form: "hosted", set: { pay_country_iso_code_2: "de" }, says: "pay_country_iso_code_2: must be" },
    ],
  }),
  specRule("REQ-EMAIL", "2.1", {
    accepted: [
      {
        sale: "hosted",
        with: { "buyer.email": "a+b@mail.example" },
        form: { pay_email_address: "a+b@mail.example" },
      },
    ],
    refused: [
      { sale: "hosted", with: { "buyer.email": "ada" }, problems: ["buyer.email"] },
      { form: "hosted", set: { pay_email_address: "ada@" }, says: "pay_email_address: must be" },
    ],
  }),
  specRule("REQ-PHONE", "2.1", {
    accepted: [
      {
        sale: "hosted",
        with: { "buyer.phone": "+44 (0)20 7946" },
        form: { pay_telephone: "+44 (0)20 7946" },
      },
    ],
    refused: [
      { sale: "hosted", with: { "buyer.phone": "none" }, problems: ["buyer.phone"] },
      { form: "hosted", set: { pay_telephone: "" }, says: "pay_telephone: is required" },
    ],
  }),
  ownRule("REQ-TELEPHONE", {
    accepted: [
      { options: { telephone: "as-given" } },
      { options: { telephone: "national" } },
      {
        life: "hosted",
        with: { ...korea, shipping: { country: "JP", phone: "+81 90-1234-5678" } },
        settings: { telephone: "national" },
        steps: [],
        gives: { telephones: ["01012345678", "09012345678"], warnings: [] },
      },
      {
        life: "hosted",
        with: korea,
        steps: [],
        gives: { telephones: ["+82 10-1234-5678", ""], warnings: [] },
      },
    ],
    refused: [
      { options: { telephone: "local" }, problems: ["telephone"] },
      { options: { telephone: true }, problems: ["telephone"] },
      {
        life: "hosted",
        with: { ...korea, "buyer.country": "JP" },
        settings: { telephone: "national" },
        steps: [],
        gives: { telephones: ["+82 10-1234-5678", ""], warnings: ["telephone_not_converted"] },
      },
    ],
  }),
  specRule("REQ-SHIPPING", "2.1, 4", {
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
      { form: "subscription", set: { shipping_telephone: "1" }, says: "shipping_telephone: not a field" },
      {
        form: "link",
        set: { shipping_country_iso_code_2: "ie" },
        says: "shipping_country_iso_code_2: must be",
      },
    ],
  }),
  specRule("REQ-IP", "2.1", {
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
      { form: "hosted", set: { pay_ip: "256.0.0.1" }, says: "pay_ip: must be" },
      { form: "hosted", set: { pay_useragent: "" }, says: "pay_useragent: is required" },
    ],
  }),
  specRule("REQ-LANGUAGE", "2.1", {
    accepted: [
      { sale: "hosted", form: { pay_language: "en" } },
      {
        sale: "hosted",
        with: { "buyer.language": "de-CH,de;q=0.9" },
        form: { pay_language: "de-CH,de;q=0.9" },
      },
    ],
    refused: [
      { options: { language: "" }, problems: ["language"] },
      { form: "hosted", set: { pay_language: null }, says: "pay_language: is required" },
    ],
  }),
  specRule("REQ-SYSTEM", "2.1", {
    accepted: [{ sale: "hosted", form: { system: "pay-index" } }, { options: { system: "vendure" } }],
    refused: [
      { options: { system: " " }, problems: ["system"] },
      { form: "hosted", set: { system: "" }, says: "system: is required" },
    ],
  }),
];
