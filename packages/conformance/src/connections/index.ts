export { connectionSuite } from "./connection.suite.ts";
export { RawConnection, type RawReply } from "./raw-connection.ts";
export {
  type RawRequestHead,
  requestHeadWithLength,
  requestWithoutBody,
  wholeRequest,
} from "./raw-requests.ts";
export { type RefusingShop, refusedNotificationSuite } from "./refused-notification.suite.ts";
export { toShopPaymentAddresses } from "./shop-payment-addresses.ts";
export type { OpenShopPayment, ShopPaymentAddresses } from "./test-connections.ts";
