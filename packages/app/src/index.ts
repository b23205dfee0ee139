export type { AskShop, ShopAnswer } from "./ask-shop.ts";
export type { Ending, PaymentBrowser, PaymentPage, PaymentStorage } from "./browser.ts";
export { type OpenPayment, openPayment, type ResumePayment, resumePayment } from "./open-payment.ts";
export { messages, type PaymentResult, type Trouble } from "./result.ts";
export type { ReturnAddress } from "./return-address.ts";
