import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { openShopProcess } from "./shop-process.ts";

export const staffToken = "staff-token-of-a-test";

export const refundRequest = { amount: "5.00", reason: "One cup was broken.", idempotencyKey: "return-7" };

export interface PaidOrder {
  readonly id: string;
  readonly page: URL;
  readonly attemptId: string;
}

interface StaffAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface StaffRequest {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function postRefund(
  shopUrl: string,
  order: string,
  { body = JSON.stringify(refundRequest), headers = {} }: StaffRequest = {},
): Promise<StaffAnswer> {
  const response = await fetch(`${shopUrl}/staff/orders/${order}/refunds`, {
    method: "POST",
    headers: { authorization: `Bearer ${staffToken}`, "content-type": "application/json", ...headers },
    body,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
}

/** A shop whose staff refund orders, and its gateway. */
export class RefundShop {
  readonly shop: Awaited<ReturnType<typeof openShopProcess>>;

  private constructor(shop: RefundShop["shop"]) {
    this.shop = shop;
  }

  static async open(): Promise<RefundShop> {
    const env = { STAFF_TOKEN: staffToken, GATEWAY_OPERATIONS: "yes", TICK_EVERY: "0.1" };
    return new RefundShop(await openShopProcess(env));
  }

  /** An order of 42.50 USD that is paid. */
  async payOrder(): Promise<PaidOrder> {
    const buyer = new FormBrowser();
    const page = await openCheckoutOfNewOrder(buyer, this.shop.shopUrl);
    await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
    await completeGatewayPages(buyer, testCards.good);
    await waitForOrderPage(buyer);
    return { id: orderIdOf(page), page, attemptId: readAttemptId(buyer) };
  }

  refund(order: string, more: Readonly<Record<string, unknown>> = {}): Promise<StaffAnswer> {
    return postRefund(this.shop.shopUrl, order, { body: JSON.stringify({ ...refundRequest, ...more }) });
  }

  /** What the gateway has of the refunds of an attempt. */
  async refundsAtGateway({ attemptId }: Pick<PaidOrder, "attemptId">): Promise<readonly string[]> {
    return (await this.shop.sandbox.orderDetails(attemptId)).refunds.map(({ amount }) => amount);
  }

  /** The shop asks ten seconds after the gateway has accepted a refund. By then, the gateway must have made it. */
  async waitUntilRecorded({ id, attemptId }: PaidOrder, minor: number): Promise<void> {
    await waitUntil("the gateway to make the refund", async () => {
      const { refunds } = await this.shop.sandbox.orderDetails(attemptId);
      return refunds.every(({ state }) => state === "succeeded") || undefined;
    });
    await this.shop.pass(11);
    await waitUntil("the shop to record the refund", async () => {
      return (await this.shop.refunded(id)) === minor || undefined;
    });
  }
}

export function orderIdOf({ pathname }: URL): string {
  return pathname.replace("/orders/", "");
}

/** What the order's page displays as refunded. */
export async function readRefundedText(page: URL): Promise<string | undefined> {
  const { root } = await new FormBrowser().open(page);
  return root.querySelector("[data-refunded] span + span")?.textContent;
}

function readAttemptId({ page }: FormBrowser): string {
  return page.root.querySelector("[data-attempt-id]")?.getAttribute("data-attempt-id") ?? "";
}
