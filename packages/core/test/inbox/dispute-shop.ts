import type { DisputeRequest, GatewayOptions } from "../../src/entries/adapter.ts";
import type { HttpReply } from "../../src/entries/protocol.ts";
import { MemoryStore } from "../../src/entries/store.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { hostedSaleInput, signFields, TestShop } from "../fixtures/test-shop.ts";

const options = { operations: { disputeWebhook: {} } } satisfies Partial<GatewayOptions>;

/** A shop with a dispute webhook, and an open attempt. */
export async function disputedShop(
  more: Partial<GatewayOptions> = {},
  withoutHooks = false,
): Promise<TestShop> {
  const shop = new TestShop({ ...options, ...more }, new MemoryStore(), withoutHooks);
  await shop.gateway.start(hostedSaleInput());
  return shop;
}

/** The same shop with a paid order. */
export async function paidShop(more: Partial<GatewayOptions> = {}): Promise<TestShop> {
  const shop = await disputedShop(more);
  await shop.notify();
  return shop;
}

/** A shop with a dispute webhook, and a subscription whose first three cycles are paid. */
export async function subscribedShop(): Promise<SubscriptionShop> {
  const shop = await SubscriptionShop.begin(options);
  for (const number of [1, 2, 3]) await shop.cycle(number);
  return shop;
}

/** The fields of a message about the last submission. Default: a chargeback of the paid transaction. */
export function disputeFields(shop: TestShop, changed: Record<string, string> = {}): Record<string, string> {
  return {
    memberid: shop.lastForm.get("pay_memberid") ?? "",
    orderid: shop.lastForm.get("pay_orderid") ?? "",
    transaction_id: "202603010001",
    amount: "19.99",
    refund_amount: "19.99",
    alert_datetime: "2026-03-05 10:00:00",
    alert_content: "Goods not received",
    alert_type: "Chargebacks",
    alert_status: "00",
    ...changed,
  };
}

/** The path of the webhook of the merchant 10002. */
export async function webhookPath(
  shop: TestShop,
): Promise<Pick<DisputeRequest, "tenant" | "merchantId" | "token">> {
  const [webhook] = await shop.gateway.disputeWebhooks();
  const [tenant = "", merchantId = "", token = ""] = (webhook?.url ?? "").split("/").slice(-3);
  return { tenant, merchantId, token };
}

/** Posts these fields to the webhook, as they are. */
export async function postDispute(
  shop: TestShop,
  fields: Record<string, string>,
  request: Partial<DisputeRequest> = {},
): Promise<HttpReply> {
  const bytes = new TextEncoder().encode(new URLSearchParams(fields).toString());
  const body = { kind: "raw", bytes, contentType: "application/x-www-form-urlencoded" } as const;
  return shop.gateway.receiveDispute({ ...(await webhookPath(shop)), body, ...request });
}

/** Posts a message as the gateway does. */
export function postSignedDispute(shop: TestShop, changed: Record<string, string> = {}): Promise<HttpReply> {
  return postDispute(shop, signFields(disputeFields(shop, changed)));
}
