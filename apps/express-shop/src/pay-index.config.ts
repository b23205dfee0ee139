import { defineConfig } from "pay-index";
import { readPaymentSettings } from "./payment-settings.ts";
import { merchantsOf } from "./payments.ts";
import { createShop } from "./shop.ts";

const shopUrl = process.env.SHOP_URL ?? "http://localhost:3000";
const settings = readPaymentSettings(shopUrl);

// How the command line opens the shop: without a server and without a timer.
export default defineConfig({
  options: {
    gateway: settings.gateway,
    publicUrl: `${shopUrl}/pay`,
    sandbox: true,
    acceptRawCards: true,
    merchants: merchantsOf(settings),
  },
  async open() {
    const { pay, close } = await createShop({ ...settings, tickEvery: 0 });
    return { gateway: pay, close };
  },
  // How the sandbox writes a statement.
  statement: {
    columns: {
      orderId: "Order ID",
      transactionId: "Transaction ID",
      refundId: "Refund ID",
      merchantId: "Merchant",
      kind: "Type",
      amount: "Amount",
      currency: "Currency",
      time: "Time",
    },
  },
});
