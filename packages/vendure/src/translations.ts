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
      PAY_INDEX_SALE_ERROR: "付款所需的部分信息缺失或无效。",
      PAY_INDEX_UNAVAILABLE_ERROR: "目前无法付款。您未被扣款，请稍后重试。",
    },
    message: {
      "pay-index-order-moved": "订单刚刚发生了变化，请重新查看。",
    },
  },
} as const;
