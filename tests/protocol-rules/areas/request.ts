import { ownRule, type Rule, specRule } from "../rule-types.ts";

const card = {
  pay_cardno: "4242424242424242",
  pay_cardmonth: "12",
  pay_cardyear: "2099",
  pay_cardcvv: "123",
};

/** The five variants, and the request as a whole. */
export const requestRules: readonly Rule[] = [
  specRule("REQ-CARD", "4", {
    accepted: [
      {
        sale: "card",
        form: { pay_type: null, pay_cardno: "4242424242424242", pay_method: null, subscription_plan: null },
      },
      {
        form: "card",
        set: { pay_cardno: null, pay_cardmonth: null, pay_cardyear: null, pay_cardcvv: null },
        status: 1,
      },
    ],
    refused: [
      { sale: "card", with: { items: undefined }, problems: ["items"] },
      { sale: "card", with: { card: undefined }, problems: ["card"] },
      { sale: "card", with: { method: "alipay" }, problems: ["method"] },
      { form: "card", set: { pay_productname: null }, says: "pay_productname: is required" },
      { form: "card", set: { pay_type: "link" }, says: "pay_type: not a field of the card variant" },
      { form: "card", set: { pay_cardcvv: null }, says: "pay_cardcvv: is required" },
    ],
  }),
  specRule("REQ-HOSTED", "4", {
    accepted: [
      { sale: "hosted", form: { pay_type: null, pay_cardno: null, pay_productname: null } },
      { form: "hosted", set: card, status: 1 },
    ],
    refused: [
      { sale: "hosted", with: { card: "4242424242424242" }, problems: ["card"] },
      { form: "hosted", set: { pay_type: "hosted" }, says: "pay_type: not a field of the hosted variant" },
      {
        form: "hosted",
        set: { pay_method: "alipay" },
        says: "pay_method: not a field of the hosted variant",
      },
    ],
  }),
  specRule("REQ-LINK", "4", {
    accepted: [
      { sale: "link", form: { pay_type: "link", pay_cardno: null } },
      { form: "link", set: card, status: 1 },
    ],
    refused: [
      { sale: "link", with: { card: "4242424242424242" }, problems: ["card"] },
      { form: "link", set: { pay_type: null }, says: "pay_type: is required" },
      { form: "link", set: { pay_type: "Link" }, says: "pay_type: must be exactly link" },
    ],
  }),
  specRule("REQ-SUBSCRIPTION", "1, 4", {
    accepted: [
      { sale: "subscription", form: { pay_type: "Subscription", shipping_city: null } },
      { form: "subscription", set: { pay_type: null, subscription_plan: null } },
    ],
    refused: [
      { sale: "subscription", with: { plan: undefined }, problems: ["plan"] },
      { sale: "subscription", with: { shipping: { city: "Leeds" } }, problems: ["shipping"] },
      { sale: "subscription", with: { items: undefined, card: undefined }, problems: ["items", "card"] },
      { form: "subscription", set: { pay_type: "subscription" }, says: "must be exactly Subscription" },
      { form: "subscription", set: { pay_cardno: null }, says: "pay_cardno: is required" },
      { form: "subscription", set: { shipping_city: "Leeds" }, says: "shipping_city: not a field" },
    ],
  }),
  specRule("REQ-APM", "2.1, 4", {
    accepted: [
      { sale: "apm", form: { pay_type: "apm", pay_method: null, pay_app_scheme: null } },
      { sale: "apm", with: { method: "alipay" }, form: { pay_method: "alipay" } },
      { form: "apm", set: { pay_method: "" }, status: 1 },
    ],
    refused: [
      { sale: "apm", with: { card: "4242424242424242" }, problems: ["card"] },
      { form: "apm", set: { pay_type: "APM" }, says: "pay_type: must be exactly apm" },
      { form: "apm", set: card, says: "pay_cardno: not a field of the apm variant" },
    ],
  }),
  specRule("REQ-URL", "1, 4", {
    accepted: [
      { form: "hosted", path: "/pay_index", status: 1 },
      { options: { gateway: "https://gateway.example" } },
      { options: { gateway: "http://gateway.example", sandbox: true } },
    ],
    refused: [
      { form: "hosted", path: "/pay_index/", says: "HTTP 404" },
      { form: "hosted", path: "/Pay_Index", says: "HTTP 404" },
      { form: "hosted", method: "PUT", says: "HTTP 405" },
      { options: { gateway: "http://gateway.example" }, problems: ["gateway"] },
      { options: { gateway: "https://user@gateway.example" }, problems: ["gateway"] },
      { options: { gateway: "gateway.example" }, problems: ["gateway"] },
    ],
  }),
  specRule("REQ-ENCODING", "2.1, 4", {
    accepted: [
      { form: "hosted", contentType: "application/x-www-form-urlencoded; charset=UTF-8" },
      { sale: "hosted", with: { "buyer.firstName": "Łucja 李 😀" }, form: { pay_firstname: "Łucja 李 😀" } },
    ],
    refused: [
      { form: "hosted", contentType: "application/json", says: "REQ-ENCODING" },
      { form: "hosted", contentType: "multipart/form-data", says: "REQ-ENCODING" },
      { form: "hosted", contentType: "application/x-www-form-urlencoded; charset=gbk", says: "REQ-ENCODING" },
      { sale: "hosted", with: { "buyer.firstName": "\uD800" }, problems: ["buyer.firstName"] },
    ],
  }),
  ownRule("REQ-FORM", {
    accepted: [{ form: "hosted", set: { pay_city: "50%25 + 1" } }],
    refused: [
      { form: "hosted", more: "&pay_city=London&pay_city=Leeds", says: "sent more than once" },
      { form: "hosted", more: "&pay_city=%ZZ", says: "broken percent-encoding" },
      { form: "hosted", more: "&pay_city=%C3%28", says: "broken percent-encoding" },
      { form: "hosted", more: "&pay_city", says: "name=value" },
      { form: "hosted", more: "&x=".repeat(100), says: "more than 100 fields" },
    ],
  }),
  specRule("REQ-REQUIRED", "4", {
    accepted: [
      { sale: "hosted", with: { "buyer.firstName": "  Ada  " }, form: { pay_firstname: "Ada" } },
      { sale: "link", with: { "billing.city": "London" }, form: { pay_city: "London", pay_state: null } },
    ],
    refused: [
      {
        sale: "hosted",
        with: { "buyer.phone": undefined, "buyer.ip": undefined, "buyer.userAgent": undefined },
        problems: ["buyer.phone", "buyer.ip", "buyer.userAgent"],
      },
      { sale: "link", with: { "buyer.lastName": " \u00a0 " }, problems: ["buyer.lastName"] },
      { form: "card", set: { system: null }, says: "system: is required" },
      { form: "hosted", set: { pay_language: "" }, says: "pay_language: is required" },
      { form: "apm", set: { pay_useragent: "   " }, says: "pay_useragent: is required" },
    ],
  }),
];
