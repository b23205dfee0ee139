import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { waitUntil } from "@pay-index-apps/demo/buyer/wait-until";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../src/buyer/purchase.ts";
import { openShopProcess } from "./shop-process.ts";

export const staffPassword = "password-of-a-test";

export interface PaidOrder {
  readonly id: string;
  readonly page: URL;
  readonly attemptId: string;
}

interface StaffAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request to the pages of staff. A body makes it a POST of JSON. */
export async function askStaffPages(
  shopUrl: string,
  path: string,
  { password = staffPassword, body }: { readonly password?: string; readonly body?: object } = {},
): Promise<StaffAnswer> {
  const authorization = `Basic ${Buffer.from(`staff:${password}`).toString("base64")}`;
  const post = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${shopUrl}/staff/${path}`, {
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : post),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A shop whose staff refund orders, and its gateway. */
export class RefundShop {
  readonly shop: Awaited<ReturnType<typeof openShopProcess>>;

  private constructor(shop: RefundShop["shop"]) {
    this.shop = shop;
  }

  static async open(): Promise<RefundShop> {
    const env = { STAFF_PASSWORD: staffPassword, GATEWAY_OPERATIONS: "yes", TICK_EVERY: "0.1" };
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

  refund(attemptId: string, more: Readonly<Record<string, unknown>> = {}): Promise<StaffAnswer> {
    const body = { attemptId, amount: "5.00", reason: "One cup was broken.", requestId: "return-7", ...more };
    return askStaffPages(this.shop.shopUrl, "api/attempts/refund", { body });
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

function orderIdOf({ pathname }: URL): string {
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
