import { type GatewayRefundRequest, money, type Options } from "../../src/index.ts";
import { openItem, resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, redirectResponse, signFields, TestShop } from "../fixtures/test-shop.ts";
import { disputeFields, postDispute } from "../inbox/dispute-shop.ts";

type Answer = (form: URLSearchParams) => Response | Promise<Response>;

/** A reply to a refund or to a refund query: it was accepted as R-1, unless `more` says otherwise. */
export function refundReply(form: URLSearchParams, more: Record<string, string> = {}): Response {
  const signed = signFields({
    memberid: form.get("pay_memberid") ?? "",
    orderid: form.get("pay_orderid") ?? "",
    transaction_id: form.get("transaction_id") ?? "",
    currency: "USD",
    amount: "19.99",
    refund_orderid: "R-1",
    refund_amount: form.get("refund_amount") ?? "5.00",
    refund_reason: form.get("refund_reason") ?? "",
    returncode: "00",
    refund_message: "V0000:OK",
    ...more,
  });
  return Response.json({ ...signed, ...("sign" in more ? { sign: more.sign } : {}) });
}

export const operations = { refund: {}, refundQuery: {} };

/** A shop that refunds through the gateway, with the placed order `order-1` of 19.99 USD. */
export async function openRefundShop(
  options: Partial<Options> = {},
  shop = new TestShop({ operations, ...options }),
) {
  let replyToRefund: Answer = refundReply;
  let replyToQuery: Answer = (form) => refundReply(form, { refund_status: "2" });
  shop.answer = (form) => {
    if (form.has("refund_amount")) return replyToRefund(form);
    if (form.has("pay_notifyurl")) return redirectResponse("https://gateway.test/page/1");
    return replyToQuery(form);
  };
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const sale = shop.lastForm;
  // A second browser window, whose payment page stays open.
  const second = await shop.gateway.start({ ...hostedSaleInput(), amount: money(3998, "USD") });
  const secondSale = shop.lastForm;
  await shop.notify({ transaction_id: "T1" }, sale);
  const request = (minor: number, idempotencyKey: string): GatewayRefundRequest => ({
    ...{ reference: "order-1", amount: money(minor, "USD"), reason: "Returned.", idempotencyKey },
  });
  return {
    shop,
    attemptId,
    /** Pays the order a second time. Returns the second attempt. */
    payAgain: async () => {
      await shop.notify({ transaction_id: "T2" }, secondSale);
      return second.attemptId;
    },
    refund: (minor: number, key: string, more: Partial<GatewayRefundRequest> = {}) =>
      shop.gateway.refund({ ...request(minor, key), ...more }),
    /** From now on, the gateway answers refunds so. */
    answersRefund: (next: Answer) => {
      replyToRefund = next;
    },
    refuses: (more: Record<string, string>) => {
      replyToRefund = (form) => refundReply(form, more);
    },
    /** From now on, the gateway answers refund queries with these fields. */
    reports: (more: Record<string, string>) => {
      replyToQuery = (form) => refundReply(form, more);
    },
    answersQuery: (next: Answer) => {
      replyToQuery = next;
    },
    /** The refunds that were sent. */
    sent: () => shop.submissions.filter((form) => form.has("refund_amount")),
    /** The refund queries that were sent. */
    queries: () =>
      shop.submissions.filter((form) => !form.has("refund_amount") && !form.has("pay_notifyurl")),
    /** Lets time pass, and runs what is due. */
    sweepAfter: (...times: readonly number[]) => shop.sweepAfter(...times),
    refunds: async () =>
      (await shop.gateway.status({ reference: "order-1" })).attempts[0]?.gatewayRefunds ?? [],
    states: async () => {
      const { attempts } = await shop.gateway.status({ reference: "order-1" });
      return attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds.map(({ state }) => state));
    },
    recorded: async () => {
      const { attempts } = await shop.gateway.status({ reference: "order-1" });
      return attempts.flatMap(({ refunds }) =>
        refunds.map(({ amount, reference }) => [amount.minor, reference]),
      );
    },
    resolve: async (action: "record-refund" | "dismiss", refund?: { minor: number; reference: string }) => {
      const { id: reviewItemId } = await openItem(shop);
      const made = refund && { amount: money(refund.minor, "USD"), reference: refund.reference };
      await resolve(shop, action, { attemptId, reviewItemId, ...(made && { refund: made }) });
    },
  };
}

/** The same shop with a dispute webhook. Default of `report`: the webhook reports that R-1 of 5.00 USD was made. */
export async function refundShopWithWebhook() {
  const shop = new TestShop({ operations: { ...operations, disputeWebhook: {} } });
  const setup = await openRefundShop({}, shop);
  const refund = { alert_type: "Refund", refund_orderid: "R-1", refund_amount: "5.00" };
  const about = { orderid: setup.attemptId, transaction_id: "T1", ...refund };
  const report = (changed: Record<string, string> = {}) =>
    postDispute(shop, signFields({ ...disputeFields(shop), ...about, ...changed }));
  return { ...setup, report };
}
