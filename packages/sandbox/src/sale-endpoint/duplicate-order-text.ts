const englishText = "Duplicate order id exists";

/** The languages in which such gateways refuse a sale. Chinese has one entry for each script. */
const textByLanguage: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "zh-hans": "重复订单！请重新提交订单。",
    "zh-hant": "重複訂單！請重新提交訂單。",
    ko: "중복 주문! 주문을 다시 제출해 주세요.",
    ja: "重複した注文です。もう一度注文を送信してください。",
    th: "คำสั่งซื้อซ้ำ! กรุณาส่งคำสั่งซื้ออีกครั้ง",
    vi: "Đơn hàng trùng lặp! Vui lòng gửi lại đơn hàng.",
    ru: "Дублирующийся заказ! Пожалуйста, отправьте заказ ещё раз.",
    es: "¡Pedido duplicado! Vuelva a enviar el pedido.",
    ar: "طلب مكرر! يرجى إعادة إرسال الطلب.",
  }),
);

/** A tag of Chinese in the traditional script, or of a place that uses it. */
const traditionalChinese = /^zh(?!.*hans)[-_](?:.*[-_])?(?:hant|tw|hk|mo)\b/;

/**
 * Returns the text with which a gateway refuses a duplicate order, in the language of `pay_language`: a language tag, or the header
 * `Accept-Language` of the buyer (REQ-LANGUAGE). English for every other language. The Korean and the English text are recorded.
 */
export function duplicateOrderText(language: string): string {
  const [tag = ""] = language.trim().toLowerCase().split(/[,;]/);
  const [primary = ""] = tag.split(/[-_]/);
  const script = traditionalChinese.test(tag) ? "zh-hant" : "zh-hans";
  return textByLanguage.get(primary === "zh" ? script : primary) ?? englishText;
}
