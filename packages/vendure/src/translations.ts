/** What buyers and staff may read, by language and by Vendure's own sections. */
export const translations = {
  en: {
    error: {
      "pay-index-order-moved": "The order was changed in the meantime. Please look at it again.",
      "pay-index-use-start":
        "Use startPayIndexPayment to pay by this method. Nothing of what was sent was kept.",
      "pay-index-not-of-this-order": "This order has no such payment.",
      "pay-index-note-missing": "Say on what ground: the note must not be empty.",
    },
    errorResult: {
      PAY_INDEX_METHOD_ERROR: "This payment method cannot be used for this order.",
      PAY_INDEX_NOT_OFFERED_ERROR: "This way of paying is not offered here. Please choose another one.",
      PAY_INDEX_PLAN_ERROR_PLANS_MIXED:
        "These are on different plans, and each plan needs an order of its own.",
      PAY_INDEX_PLAN_ERROR_PLAN_AND_GOODS:
        "Some of this comes again and again and some of it once. Please order them one after the other.",
      PAY_INDEX_PLAN_ERROR_SUBSCRIPTION_ONLY: "This is a subscription. Please choose to pay it as one.",
      PAY_INDEX_PLAN_ERROR_PLAN_UNKNOWN: "This subscription cannot be had at the moment.",
      PAY_INDEX_PLAN_ERROR_PARTLY_PAID:
        "A subscription is charged in full each time, so no part of it can be paid in another way.",
      PAY_INDEX_SALE_ERROR: "Some details that the payment needs are missing or cannot be used.",
      PAY_INDEX_UNAVAILABLE_ERROR:
        "Payments cannot be taken at this moment. Nothing was charged; please try again.",
    },
    message: {
      "pay-index-order-moved": "The order was changed in the meantime. Please look at it again.",
    },
  },
  zh: {
    error: {
      "pay-index-order-moved": "订单刚刚发生了变化，请重新查看。",
      "pay-index-use-start": "请使用 startPayIndexPayment 以此方式付款。提交的内容未被保存。",
      "pay-index-not-of-this-order": "该订单没有此付款。",
      "pay-index-note-missing": "请说明依据：备注不能为空。",
    },
    errorResult: {
      PAY_INDEX_METHOD_ERROR: "该订单不能使用此支付方式。",
      PAY_INDEX_NOT_OFFERED_ERROR: "此处不提供该支付方式，请选择其他方式。",
      PAY_INDEX_PLAN_ERROR_PLANS_MIXED: "这些商品属于不同的订阅方案，每个方案须单独下单。",
      PAY_INDEX_PLAN_ERROR_PLAN_AND_GOODS: "购物车中既有订阅商品又有一次性商品，请分别下单。",
      PAY_INDEX_PLAN_ERROR_SUBSCRIPTION_ONLY: "这是订阅商品，请选择订阅方式付款。",
      PAY_INDEX_PLAN_ERROR_PLAN_UNKNOWN: "目前无法订购此方案。",
      PAY_INDEX_PLAN_ERROR_PARTLY_PAID: "订阅每期全额扣款，不能有任何部分以其他方式支付。",
      PAY_INDEX_SALE_ERROR: "付款所需的部分信息缺失或无效。",
      PAY_INDEX_UNAVAILABLE_ERROR: "目前无法付款。您未被扣款，请稍后重试。",
    },
    message: {
      "pay-index-order-moved": "订单刚刚发生了变化，请重新查看。",
    },
  },
} as const;
