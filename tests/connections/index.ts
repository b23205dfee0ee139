export { connectionSuite } from "./connection.suite.ts";
export type { SubmittedPaymentAddresses } from "./connection-test-helpers.ts";
export { RawConnection } from "./raw-connection.ts";
export { requestHeadWithLength, wholeRequest } from "./raw-requests.ts";
export { refusedNotificationSuite, type ShopAwaitingNotification } from "./refused-notification.suite.ts";
export { toSubmittedPaymentAddresses } from "./submitted-payment-addresses.ts";
