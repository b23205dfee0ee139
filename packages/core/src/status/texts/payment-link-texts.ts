/** The texts about payment links. */
export const englishPaymentLinkTexts = {
  title: "Payment links",
  create: "New payment link",
  meaning:
    "The buyer pays at this link what is due when they open it. Only one link of an order is open at a time. The link shows your name to your colleagues.",
  replaces:
    "The new link replaces the open one. A buyer who already has its payment page open can still pay there: then you get a review item.",
  reference: "Order or invoice",
  referenceHint: "The ID under which your shop knows it.",
  referenceMissing: "Enter the order or the invoice.",
  continue: "Continue",
  due: "Due now: {amount}.",
  nothingDue: "The shop asks for no money for this order.",
  amount: "Amount",
  currency: "Currency",
  currencyMissing: "Enter a currency, such as USD.",
  lastDay: "Last day",
  lastDayHint: "The link ends at midnight after this day.",
  lastDayMissing: "Choose a day.",
  made: "The payment link is ready.",
  notMade: "No payment link was made.",
  copy: "Copy",
  copied: "The link is copied.",
  notCopied: "The browser does not let this page copy. Select the link and copy it.",
  qrCode: "QR code",
  send: "Send by e-mail",
  sent: "The shop sends the link.",
  notSent: "The link was not sent.",
  withdraw: "Withdraw",
  withdrawMeaning:
    "Nobody can open this link any more. A buyer who already has its payment page open can still pay there: then you get a review item.",
  keep: "Keep the link",
  isWithdrawn: "The link is withdrawn.",
  notWithdrawn: "The link was not withdrawn.",
  states: { open: "Open", paid: "Paid", ended: "Ended", withdrawn: "Withdrawn" },
  replaced: "Replaced by a new link",
  opened: "Opened by the buyer",
  notOpened: "Not opened yet",
  ends: "Ends",
  madeBy: "Made by",
} as const;

type PaymentLinkTexts = {
  readonly [Key in keyof typeof englishPaymentLinkTexts]: (typeof englishPaymentLinkTexts)[Key] extends string
    ? string
    : Readonly<Record<keyof (typeof englishPaymentLinkTexts)[Key], string>>;
};

export const chinesePaymentLinkTexts: PaymentLinkTexts = {
  title: "付款链接",
  create: "新建付款链接",
  meaning: "买家打开此链接时，支付当时的应付金额。一个订单同时只有一个有效链接。同事可以看到链接由您创建。",
  replaces:
    "新链接会替换当前有效的链接。如果买家已打开旧链接的付款页面，仍可在那里付款：届时您会收到一个待处理事项。",
  reference: "订单或发票",
  referenceHint: "您的商店使用的编号。",
  referenceMissing: "请输入订单或发票编号。",
  continue: "继续",
  due: "当前应付：{amount}。",
  nothingDue: "此订单目前无需付款。",
  amount: "金额",
  currency: "币种",
  currencyMissing: "请输入币种，例如 USD。",
  lastDay: "最后一天",
  lastDayHint: "链接在这一天结束时（午夜）到期。",
  lastDayMissing: "请选择日期。",
  made: "付款链接已创建。",
  notMade: "未创建付款链接。",
  copy: "复制",
  copied: "链接已复制。",
  notCopied: "浏览器不允许此页面复制。请选中链接后手动复制。",
  qrCode: "二维码",
  send: "通过电子邮件发送",
  sent: "商店正在发送链接。",
  notSent: "链接未发送。",
  withdraw: "撤回",
  withdrawMeaning:
    "此后任何人都无法打开此链接。如果买家已打开付款页面，仍可在那里付款：届时您会收到一个待处理事项。",
  keep: "保留链接",
  isWithdrawn: "链接已撤回。",
  notWithdrawn: "链接未撤回。",
  states: { open: "有效", paid: "已付款", ended: "已到期", withdrawn: "已撤回" },
  replaced: "已被新链接替换",
  opened: "买家已打开",
  notOpened: "尚未打开",
  ends: "到期",
  madeBy: "创建人",
};
