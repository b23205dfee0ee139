/** The alternative payment methods of this gateway, by their names in the protocol. */
export const paymentMethods = [
  { id: "alipay", name: "Alipay" },
  { id: "wechat", name: "WeChat Pay" },
  { id: "paypal", name: "PayPal" },
  { id: "ideal", name: "iDEAL" },
  { id: "cashapp", name: "Cash App Pay" },
] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

export function findPaymentMethod(id: string): PaymentMethod | undefined {
  return paymentMethods.find((method) => method.id === id);
}
