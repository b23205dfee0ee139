import { LanguageCode } from "@vendure/core";

/** The texts for buyers and staff. `plans`: why the goods of a cart cannot be sold together, or not with this payment method. */
const texts = {
  en: {
    plans: {
      PLANS_MIXED:
        "Your cart has products with different subscription plans. Please order each plan separately.",
      PLAN_AND_GOODS: "Your cart mixes subscription and one-time items. Please order them separately.",
      SUBSCRIPTION_ONLY: "This is a subscription. Please choose a payment method for subscriptions.",
      PLAN_UNKNOWN: "This subscription is currently unavailable.",
      PARTLY_PAID: "A subscription is charged in full each time. You cannot pay a part of it in another way.",
    },
    error: {
      "pay-index-order-moved": "The order was changed in the meantime. Please check it again.",
      "pay-index-use-start": "Use startPayIndexPayment to pay with this method. Nothing was stored.",
      "pay-index-cancel-unavailable":
        "The subscription cannot be cancelled at the moment. Try again later, or contact the shop.",
      "pay-index-refund-fraction":
        "Nothing was refunded: {currency} has no amount as small as a part of this one. Enter a whole number of its smallest unit.",
      "pay-index-refund-refused": "Nothing was refunded: {reason}",
      "pay-index-json_required":
        "Nothing was changed. Send the request as JSON, with the header Content-Type: application/json.",
      "pay-index-cross_site":
        "Nothing was changed: the request comes from a page of another site. Use the shop's own pages, or list the page's origin in apiOptions.cors.origin.",
    },
    errorResult: {
      PAY_INDEX_METHOD_ERROR: "This payment method cannot be used for this order.",
      PAY_INDEX_NOT_OFFERED_ERROR: "This payment method is not available here. Please choose another one.",
      PAY_INDEX_SALE_ERROR: "Some details for the payment are missing or invalid.",
      PAY_INDEX_SALE_ERROR_TEXT: "{text}",
      PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR:
        "There were too many payment attempts for this order. You were not charged. Please try again later.",
      PAY_INDEX_UNAVAILABLE_ERROR:
        "Payments are currently unavailable. You were not charged. Please try again.",
    },
  },
  zh: {
    plans: {
      PLANS_MIXED: "这些商品属于不同的订阅方案，每个方案须单独下单。",
      PLAN_AND_GOODS: "购物车中既有订阅商品又有一次性商品，请分别下单。",
      SUBSCRIPTION_ONLY: "这是订阅商品，请选择订阅方式付款。",
      PLAN_UNKNOWN: "目前无法订购此方案。",
      PARTLY_PAID: "订阅每期全额扣款，不能有任何部分以其他方式支付。",
    },
    error: {
      "pay-index-order-moved": "订单刚刚发生了变化，请重新查看。",
      "pay-index-use-start": "请使用 startPayIndexPayment 以此方式付款。提交的内容未被保存。",
      "pay-index-cancel-unavailable": "目前无法取消订阅，请稍后重试或联系商店。",
      "pay-index-refund-fraction": "未作退款：{currency} 没有这么小的金额单位。请输入最小货币单位的整数倍。",
      "pay-index-refund-refused": "未作退款：{reason}",
      "pay-index-json_required":
        "未作任何更改。请以 JSON 发送请求，并带上标头 Content-Type: application/json。",
      "pay-index-cross_site":
        "未作任何更改：请求来自其他网站的页面。请使用商店自己的页面，或将该页面的来源加入 apiOptions.cors.origin。",
    },
    errorResult: {
      PAY_INDEX_METHOD_ERROR: "该订单不能使用此支付方式。",
      PAY_INDEX_NOT_OFFERED_ERROR: "此处不提供该支付方式，请选择其他方式。",
      PAY_INDEX_SALE_ERROR: "付款所需的部分信息缺失或无效。",
      PAY_INDEX_SALE_ERROR_TEXT: "{text}",
      PAY_INDEX_TOO_MANY_ATTEMPTS_ERROR: "此订单的付款尝试次数过多。未扣款，请稍后再试。",
      PAY_INDEX_UNAVAILABLE_ERROR: "目前无法付款。您未被扣款，请稍后重试。",
    },
  },
} as const;

type Texts = (typeof texts)["en" | "zh"];

export type PlanErrorReason = keyof typeof texts.en.plans;

/** Returns the texts by Vendure's own sections. Errors without a field for the reason have it in their text. */
function toSections({ plans, error, errorResult }: Texts) {
  const named = Object.entries(plans);
  const withReason = Object.fromEntries(
    named.map(([reason, text]) => [`pay-index-plan-${reason}`, `${text} (${reason})`]),
  );
  const results = named.map(([reason, text]) => [`PAY_INDEX_PLAN_ERROR_${reason}`, text]);
  return {
    error: { ...error, ...withReason },
    errorResult: { ...errorResult, ...Object.fromEntries(results) },
    message: { "pay-index-order-moved": error["pay-index-order-moved"], ...withReason },
  };
}

/** The texts by language and by Vendure's own sections. */
export const translations = { en: toSections(texts.en), zh: toSections(texts.zh) };

/** Returns a text of the configuration in the languages of staff. */
export function localizedText(english: string, chinese: string) {
  const { en, zh, zh_Hans } = LanguageCode;
  return [
    { languageCode: en, value: english },
    ...[zh, zh_Hans].map((languageCode) => ({ languageCode, value: chinese })),
  ];
}

/** The label of a line on the buyer's order, outside of a request. */
export function translateSubscriptionPriceLabel(languageCode: LanguageCode): string {
  return languageCode.startsWith("zh") ? "订阅价格" : "Price of the subscription";
}
