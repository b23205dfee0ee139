/** The alternative payment methods this gateway knows, by their wire name. */
export const methods = [
  { id: "alipay", name: "Alipay" },
  { id: "wechat", name: "WeChat Pay" },
  { id: "paypal", name: "PayPal" },
  { id: "ideal", name: "iDEAL" },
  { id: "cashapp", name: "Cash App Pay" },
] as const;

export type Method = (typeof methods)[number];

export function findMethod(id: string): Method | undefined {
  return methods.find((method) => method.id === id);
}
