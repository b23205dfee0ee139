export { connectionSuite } from "./connection.suite.ts";
export type { OpenShopPayment, SubmittedPaymentAddresses } from "./connection-test-helpers.ts";
export { RawConnection, type RawReply } from "./raw-connection.ts";
export {
  type RawRequestHead,
  requestHeadWithLength,
  requestWithoutBody,
  wholeRequest,
} from "./raw-requests.ts";
export { refusedNotificationSuite, type ShopAwaitingNotification } from "./refused-notification.suite.ts";
export { toSubmittedPaymentAddresses } from "./submitted-payment-addresses.ts";
