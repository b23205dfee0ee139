export {
  type OpenPaymentOptions,
  openPayment,
  type ResumePaymentOptions,
  resumePayment,
} from "./open-payment.ts";
export type {
  PaymentPage,
  PaymentPageOpener,
  PaymentPageOutcome,
  PaymentStorage,
} from "./payment-page-opener.ts";
export { type PaymentPageProblem, type PaymentResult, resultMessages } from "./payment-result.ts";
export type { ShopPaymentStatus, ShopPaymentStatusSource } from "./poll-payment-status.ts";
export type { ReturnUrlPattern } from "./return-url.ts";
