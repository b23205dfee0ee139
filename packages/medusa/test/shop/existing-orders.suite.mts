import { describe, expect, test } from "vitest";
import type { Any } from "./any.mts";
import { home } from "./buyer.mts";
import type { TestShop } from "./test-shop.mts";

const provider_id = "pp_pay-index_hosted";

/** What becomes due for an order that exists already. */
export function existingOrdersSuite(open: () => TestShop): void {
  describe("an order that exists already", () => {
    /** Staff add tea to an order. The tea is due. */
    async function addTea(orderId: string): Promise<string> {
      await open().ask("/order-edits", { order_id: orderId });
      const items = [{ variant_id: open().shop.variantId, quantity: 1 }];
      await open().ask(`/order-edits/${orderId}/items`, { items });
      await open().ask(`/order-edits/${orderId}/confirm`, {});
      return openCollection(orderId);
    }
    async function openCollection(orderId: string): Promise<string> {
      const { payment_collections } = await read(orderId);
      return payment_collections.find(({ status }: Any) => status === "not_paid").id;
    }
    const read = (id: string) =>
      open().first(
        "order",
        // Without the total, Medusa does not deduct what the buyer is to send back.
        [
          ...["id", "summary", "total", "status"],
          ...["payment_collections.*", "payment_collections.payments.*", "transactions.*"],
        ],
        { id },
      );
    const start = (payment_collection_id: string, more: object = {}) =>
      open()
        .buyer()
        .raw("/store/pay-index/payments", { payment_collection_id, provider_id, ...more });
    const statusOf = async (collection: string) =>
      (await open().buyer().ask(`/store/pay-index/payments/${collection}`)).payment;
    /** The last attempt is paid, and the shop has added its payment, or refused it. */
    async function pay(reference: string): Promise<void> {
      const attemptId = open().attempt(reference);
      expect(await open().notified(reference)).toBe("200 OK");
      await ended(reference, attemptId);
    }
    const ended = (reference: string, attemptId: string) =>
      expect.poll(() => endsOf(reference, attemptId), { timeout: 20_000 }).toHaveLength(1);
    const endsOf = (reference: string, attemptId: string) =>
      open()
        .eventsOf(reference)
        .filter((each) => isEnd(each) && each.attemptId === attemptId);
    const isEnd = ({ event, kind }: Any) =>
      (event === "job-completed" && kind === "place-order") ||
      (event === "review-item-opened" && kind === "order-not-placed");
    const dueOf = async (orderId: string) => Number((await read(orderId)).summary.pending_difference);
    const paymentsOf = async (orderId: string) =>
      (await read(orderId)).payment_collections
        .flatMap(({ payments }: Any) => payments)
        .map(({ amount, provider_id: provider }: Any) => [Number(amount), provider])
        .sort();

    test("is charged what each edit makes due, one payment after the other", async () => {
      const { cartId, order } = await open().placed();
      for (const edit of [1, 2]) {
        const collection = await addTea(order.id);
        const { status, body } = await start(collection);
        expect([status, body.payment?.state], JSON.stringify(body)).toEqual([200, "redirect"]);
        expect(await open().control.orderDetails(open().attempt(cartId))).toMatchObject({ amount: "19.99" });
        expect(await statusOf(collection)).toEqual({
          ...{ state: "pending", placed: false, being_checked: false },
          order_id: order.id,
        });
        await pay(cartId);
        expect(await open().items(cartId)).toEqual([]);
        expect(await dueOf(order.id)).toBe(0);
        expect(await paymentsOf(order.id)).toHaveLength(1 + edit);
        expect(await statusOf(collection)).toMatchObject({ state: "paid", placed: true });
        expect((await start(collection)).body).toMatchObject({ code: "pay_index_nothing_to_pay" });
      }
      const { transactions } = await read(order.id);
      expect(transactions.map(({ amount }: Any) => Number(amount)).sort()).toEqual([19.99, 19.99, 24.99]);
    });

    /** Staff send a buyer new tea for a shipped one, which the buyer is to send back. Medusa makes the payment collection. */
    async function replaceTea(orderId: string, kind: "exchange" | "claim", quantity: number) {
      const asked = open().done;
      const tea = await open().shipOne(orderId);
      const type = kind === "claim" ? { type: "replace" } : {};
      const { [kind]: begun } = await asked(`/${kind}s`, { order_id: orderId, ...type });
      const path = `/${kind}s/${begun.id}`;
      const damaged = { items: [{ ...tea.items[0], reason: "production_failure" }] };
      if (kind === "claim") await asked(`${path}/claim-items`, damaged);
      await asked(`${path}/inbound/items`, tea);
      await asked(`${path}/outbound/items`, { items: [{ variant_id: open().shop.variantId, quantity }] });
      await asked(`${path}/request`, {});
      return { collection: await openCollection(orderId), cancel: () => asked(`${path}/cancel`, {}) };
    }

    test.each(["exchange", "claim"] as const)("is charged what a confirmed %s makes due", async (kind) => {
      const { cartId, order } = await open().placed();
      const { collection } = await replaceTea(order.id, kind, 3);
      expect((await start(collection)).body.payment).toMatchObject({ state: "redirect" });
      const first = open().attempt(cartId);
      expect(await open().control.orderDetails(first)).toMatchObject({ amount: "39.98" });
      await start(collection, { provider_id: "pp_pay-index_link" });
      await pay(cartId);
      expect(await open().items(cartId)).toEqual([]);
      expect(await dueOf(order.id)).toBe(0);
      expect(await statusOf(collection)).toMatchObject({ state: "paid", placed: true });
      const fields = ["status", "captured_amount"];
      const { status, captured_amount } = await open().first("payment_collection", fields, {
        id: collection,
      });
      expect([status, Number(captured_amount)]).toEqual(["completed", 39.98]);
      await open().control.resolve(first, { outcome: "paid" });
      await open().control.nextDelivery(first);
      await expect.poll(() => open().items(cartId), { timeout: 20_000 }).toEqual(["paid-twice paid_twice"]);
      expect(await paymentsOf(order.id)).toHaveLength(2);
    });

    test("gets no payment for an exchange that was cancelled, or that costs less by now", async () => {
      const { cartId, order } = await open().placed();
      const large = await replaceTea(order.id, "exchange", 3);
      await start(large.collection);
      await large.cancel();
      await pay(cartId);
      expect(await open().items(cartId)).toEqual(["order-not-placed order_changed"]);
      const another = await open().placed();
      const before = await replaceTea(another.order.id, "exchange", 3);
      await start(before.collection);
      await before.cancel();
      await replaceTea(another.order.id, "exchange", 2);
      await pay(another.cartId);
      expect(await open().items(another.cartId)).toEqual(["order-not-placed order_changed"]);
      expect(await dueOf(another.order.id)).toBe(19.99);
    });

    test("LINK-OPEN: is paid at a payment link for what is due, and has no link afterwards", async () => {
      const { cartId, order } = await open().placed();
      await addTea(order.id);
      const ask = (path: string, body?: object) => open().ask(`/pay-index/${path}`, body);
      const staff = async (path: string, body?: object) => (await ask(path, body)).body;
      const endsAt = new Date(Date.now() + 86_400_000).toISOString();
      const { link } = await staff("links/create", { reference: cartId, endsAt });
      expect(link).toMatchObject({ state: "open", amount: { amount: "19.99", currency: "USD" } });
      // This shop has no provider for e-mails.
      expect(await ask("links/send", { reference: cartId, linkId: link.linkId })).toMatchObject({
        status: 502,
        body: { error: { code: "link_not_sent" } },
      });
      const opened = await fetch(`${link.url}?pay=1`, {
        headers: { "user-agent": "Phone" },
        redirect: "manual",
      });
      expect(opened.status).toBe(303);
      await pay(cartId);
      expect(await dueOf(order.id)).toBe(0);
      expect(await staff(`payment-links/${cartId}`)).toMatchObject({ links: [{ state: "paid" }], due: null });
    });

    test("takes a card in the shop's own form", async () => {
      const { cartId, order } = await open().placed();
      const collection = await addTea(order.id);
      const { body } = await start(collection, { provider_id: "pp_pay-index_card" });
      expect(await open().buyer().postCard(body.payment)).toMatchObject({ status: 303 });
      await open().control.nextDelivery(open().attempt(cartId));
      await ended(cartId, open().attempt(cartId));
      expect(await paymentsOf(order.id)).toEqual([
        [19.99, "pp_pay-index_card"],
        [24.99, provider_id],
      ]);
    });

    test("that was paid in another way meanwhile gets no second payment", async () => {
      const { cartId, order } = await open().placed();
      const collection = await addTea(order.id);
      await start(collection);
      await open().ask(`/payment-collections/${collection}/mark-as-paid`, { order_id: order.id });
      await pay(cartId);
      expect(await open().items(cartId)).toEqual(["order-not-placed order_changed"]);
      expect(await paymentsOf(order.id)).toEqual([
        [19.99, "pp_system_default"],
        [24.99, provider_id],
      ]);
      expect(await statusOf(collection)).toMatchObject({ state: "paid", placed: true });
    });

    test("that was changed again, or cancelled, gets no payment of the old amount", async () => {
      const { cartId, order } = await open().placed();
      await start(await addTea(order.id));
      await addTea(order.id);
      await pay(cartId);
      expect(await open().items(cartId)).toEqual(["order-not-placed order_changed"]);
      expect(await dueOf(order.id)).toBe(39.98);
      const cancelled = await open().placed();
      await start(await addTea(cancelled.order.id));
      await open().run("cancelOrderWorkflow", { order_id: cancelled.order.id });
      await pay(cancelled.cartId);
      expect(await open().items(cancelled.cartId)).toContain("order-not-placed order_cancelled");
    });

    test("that staff drafted is paid by its payment collection, and staff find the payment", async () => {
      const { regionId, variantId } = open().shop;
      const address = { ...home, country_code: "gb" };
      const { cartId } = await open().ready();
      const { sales_channel_id } = await open().first("cart", ["sales_channel_id"], { id: cartId });
      const draft = {
        ...{ region_id: regionId, email: "ada@example.com", sales_channel_id },
        ...{ shipping_address: address, billing_address: address },
        items: [{ variant_id: variantId, quantity: 2 }],
      };
      const made = { ...draft, status: "draft", is_draft_order: true };
      const { id } = await open().run("createOrderWorkflow", made);
      const amount = await dueOf(id);
      const { body } = await open().ask("/payment-collections", { order_id: id, amount });
      const collection = body.payment_collection.id;
      expect((await start(collection)).body.code).toBe("pay_index_order_unknown");
      await open().run("convertDraftOrderWorkflow", { id });
      expect((await start(collection)).body.payment).toMatchObject({ state: "redirect" });
      await pay(id);
      expect([await dueOf(id), await paymentsOf(id)]).toEqual([0, [[amount, provider_id]]]);
      expect((await open().ask(`/pay-index/orders/${id}`)).body.payment).toMatchObject({
        ...{ reference: id, state: "paid" },
        order: { id, goods: [{ quantity: 2 }] },
      });
    });

    test("cannot be paid by a provider for subscriptions, nor by the id of something else", async () => {
      const { order } = await open().placed();
      const collection = await addTea(order.id);
      const codeOf = async (id: string, more: object) => (await start(id, more)).body.code;
      expect(await codeOf(collection, { provider_id: "pp_pay-index_subscription" })).toBe(
        "pay_index_not_offered",
      );
      expect(await codeOf(collection, { provider_id: undefined })).toBe("pay_index_provider_unknown");
      for (const id of ["pay_col_none", order.id])
        expect(await codeOf(id, {})).toBe("pay_index_order_unknown");
    });
  });
}
