import { type Rule, rule } from "../rule-types.ts";

/** The five variants, and the request as a whole. */
export const requestRules: readonly Rule[] = [
  rule("REQ-CARD", {
    accepted: [
      {
        sale: "card",
        form: { pay_type: null, pay_cardno: "4242424242424242", pay_method: null, subscription_plan: null },
      },
    ],
    refused: [
      { sale: "card", with: { items: undefined }, problems: ["items"] },
      { sale: "card", with: { card: undefined }, problems: ["card"] },
      { sale: "card", with: { method: "alipay" }, problems: ["method"] },
    ],
  }),
  rule("REQ-HOSTED", {
    accepted: [{ sale: "hosted", form: { pay_type: null, pay_cardno: null, pay_productname: null } }],
    refused: [{ sale: "hosted", with: { card: "4242424242424242" }, problems: ["card"] }],
  }),
  rule("REQ-LINK", {
    accepted: [{ sale: "link", form: { pay_type: "link", pay_cardno: null } }],
    refused: [{ sale: "link", with: { card: "4242424242424242" }, problems: ["card"] }],
  }),
  rule("REQ-SUBSCRIPTION", {
    accepted: [{ sale: "subscription", form: { pay_type: "Subscription", shipping_city: null } }],
    refused: [
      { sale: "subscription", with: { plan: undefined }, problems: ["plan"] },
      { sale: "subscription", with: { shipping: { city: "Leeds" } }, problems: ["shipping"] },
      { sale: "subscription", with: { items: undefined, card: undefined }, problems: ["items", "card"] },
    ],
  }),
  rule("REQ-APM", {
    accepted: [
      { sale: "apm", form: { pay_type: "apm", pay_method: null, pay_app_scheme: null } },
      { sale: "apm", with: { method: "alipay" }, form: { pay_method: "alipay" } },
    ],
    refused: [{ sale: "apm", with: { card: "4242424242424242" }, problems: ["card"] }],
  }),
  rule("REQ-ENCODING", {
    accepted: [
      { sale: "hosted", with: { "buyer.firstName": "Łucja 李 😀" }, form: { pay_firstname: "Łucja 李 😀" } },
    ],
    refused: [{ sale: "hosted", with: { "buyer.firstName": "\uD800" }, problems: ["buyer.firstName"] }],
  }),
  rule("REQ-REQUIRED", {
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
    ],
  }),
];
