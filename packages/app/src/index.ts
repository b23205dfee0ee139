export {
  type OpenPaymentOptions,
  openPayment,
  type ResumePaymentOptions,
  resumePayment,
} from "./open-payment.ts";
export type { PaymentBrowser, PaymentPage, PaymentPageOutcome, PaymentStorage } from "./payment-browser.ts";
export { type PaymentPageProblem, type PaymentResult, resultMessages } from "./payment-result.ts";
export type { ShopStatus, ShopStatusSource } from "./poll-shop.ts";
export type { ReturnUrlPattern } from "./return-url.ts";
