import { expect, test } from "vitest";
import { countQueries } from "../count-queries.mts";
import type { TestShop } from "../test-shop.mts";

const north = { "vendure-token": "north" };
const wrongAmount = { kind: "wrong_amount", trueAmount: "1.00" } as const;

interface Named {
  readonly reference: string;
}

/** What Vendure knows of the payments, and what the staff of a channel see of them. */
export function ordersAndChannelsSuite(shop: () => TestShop): void {
  const referencesOf = (rows: readonly Named[]) => rows.map(({ reference }) => reference);
  const attempts = async (query = "", staff = shop().staff) =>
    (await staff.desk(`attempts?${query}`)).attempts;

  test("B-04: staff see an open attempt at once, with order, amount, variant, time, channel and buyer", async () => {
    const { code, attemptId, orderId } = await shop().startOrder({ quantity: 2 });
    const [first] = await attempts("group=open");
    const amount = { amount: "39.98", currency: "USD" };
    expect(first).toMatchObject({
      ...{ attemptId, reference: code, merchant: "Default channel", variant: "hosted" },
      ...{ state: "pending", amount, startedAt: expect.stringMatching(/^\d{4}-/) },
    });
    expect(first.order).toEqual({
      ...{ id: orderId, name: code, total: amount },
      buyer: { name: "Ada Lovelace", email: "ada@example.com", phone: "5550100" },
      goods: [{ title: "Tea", detail: expect.any(String), quantity: 2 }],
    });
  });

  test("a search finds orders by a part of the buyer's e-mail address, and takes no character as a wildcard", async () => {
    const { code } = await shop().payOrder({ faults: [wrongAmount] });
    const items = async (q: string) => (await shop().staff.desk(`review-items?q=${q}&limit=100`)).items;
    for (const q of [code, "ADA@example"]) {
      expect(referencesOf(await attempts(`q=${q}`))).toContain(code);
      expect(referencesOf(await items(q))).toContain(code);
    }
    for (const q of ["a_a@example", "nobody@example.com"]) {
      expect(await attempts(`q=${q}`)).toEqual([]);
      expect(await items(q)).toEqual([]);
    }
  });

  test("only staff who may read orders can read, or search by, the buyer's data", async () => {
    const { code, orderId } = await shop().startOrder();
    const clerk = await shop().staffWith(["ReadPayIndexPayment"]);
    expect(await attempts(`q=${code}`, clerk)).toMatchObject([
      { order: { id: orderId, name: code, total: null, buyer: null, goods: [] } },
    ]);
    expect(await attempts("q=ada@", clerk)).toEqual([]);
    const reader = await shop().staffWith(["ReadPayIndexPayment", "ReadOrder"]);
    expect(await attempts("q=ada@", reader)).not.toEqual([]);
  });

  test.each(["attempts", "review-items"])(
    "%s has the same number of queries for any number of orders",
    async (list) => {
      for (let left = 3; left > 0; left--) await shop().payOrder({ faults: [wrongAmount] });
      const read = (limit: number) =>
        countQueries(shop().app, () => shop().staff.desk(`${list}?limit=${limit}`));
      const [one, three] = [await read(1), await read(3)];
      expect(one.count).toBeGreaterThan(0);
      expect(three.count).toBe(one.count);
    },
  );

  test("a channel has its own payments in every list and search, and can change no other", async () => {
    const own = await shop().payOrder({ channel: "north", faults: [wrongAmount] });
    const other = await shop().payOrder({ faults: [wrongAmount] });
    const read = (path: string) => shop().staff.desk(path, undefined, north);
    for (const q of ["", "ada@"]) {
      const listed = referencesOf((await read(`attempts?q=${q}`)).attempts);
      expect([listed.includes(own.code), listed.includes(other.code)]).toEqual([true, false]);
      const queue = await read(`review-items?q=${q}`);
      expect([referencesOf(queue.items), queue.count]).toEqual([[own.code], 1]);
      expect(queue.counts).toEqual({ "amount-mismatch": 1 });
    }
    expect((await read(`attempts?q=${other.attemptId}`)).attempts).toEqual([]);
    for (const path of [`orders/${other.orderId}`, `payments/${other.code}`])
      expect(await read(path)).toEqual({ payment: null });
    const about = { attemptId: other.attemptId, action: "dismiss", note: "Not mine." };
    expect((await shop().staff.request("attempts/resolve", about, north)).status).toBe(404);
    expect((await shop().status(other.code)).reviewItems).toHaveLength(1);
  });

  test("staff of a channel resolve a payment of their order that another channel's merchant charged", async () => {
    const { buyer, code } = await shop().startOrder({ channel: "north" });
    await shop().control.resolve(await shop().attempt(code), { outcome: "failed" });
    await shop().control.nextDelivery(await shop().attempt(code));
    buyer.visits("default");
    await buyer.start({ method: "hosted" });
    const attemptId = await shop().attempt(code);
    await shop().control.setFaults({ of: "order", orderId: attemptId }, [wrongAmount]);
    await shop().paid(code);
    const ids = (await shop().status(code)).reviewItems.map(({ id }) => id);
    const dismissal = { ids, action: "dismiss", note: "Given back." };
    const { results } = await shop().staff.desk("review-items/resolve", dismissal, north);
    expect(results).toMatchObject([{ outcome: "done" }]);
  });

  test("goods have their names in the language that the dashboard asks for, and unknown parameters are refused", async () => {
    const { code } = await shop().startOrder();
    expect(await attempts(`q=${code}&languageCode=en&vendure-token=north`)).toEqual([]);
    expect(await attempts(`q=${code}&languageCode=en`)).toMatchObject([
      { order: { goods: [{ title: "Tea" }] } },
    ]);
    expect((await shop().staff.request("attempts?colour=red")).status).toBe(400);
  });

  test("an order of Vendure without a payment, and one that does not exist, have none", async () => {
    const id = (
      await shop()
        .buyer()
        .add(await shop().tea())
    ).code;
    for (const path of [`payments/${id}`, "orders/999999", "orders/99999999999", "orders/x", "orders/%00"])
      expect([
        path,
        await shop()
          .staff.desk(path)
          .catch(({ message }) => message),
      ]).toEqual([path, path.endsWith("%00") ? "There is no such order." : { payment: null }]);
  });

  test("staff who copy another's name are identified by the id, and staff without a name by their e-mail address (M3, B-53)", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: [wrongAmount] });
    const rights = ["ReadPayIndexPayment", "UpdatePayIndexPayment", "RefundPayIndexPayment", "UpdateOrder"];
    const mallory = await shop().staffWith(rights);
    const rename =
      "mutation ($input: UpdateActiveAdministratorInput!) { updateActiveAdministrator(input: $input) { id } }";
    const input = { firstName: `Super Admin (superadmin)${" ".repeat(200)}`, lastName: "\u202e" };
    await mallory.ask(rename, { input });
    const { id } = await mallory.ask("query { me { id } }");
    const about = { attemptId, action: "record-refund" };
    await mallory.desk("attempts/resolve", { ...about, note: "Mine." });
    const nameless = await shop().staffWith(rights, "");
    await nameless.desk("attempts/resolve", { ...about, note: "Given back." });
    const { attempts: shown } = (await shop().staff.desk(`orders/${orderId}`)).payment;
    const texts = shown[0].timeline.map(({ text }: { text: string }) => text);
    expect(texts).toContain(`${id} (Super Admin (superadmin)) recorded a refund: Mine.`);
    expect(texts).toContainEqual(
      expect.stringMatching(/^staff-\d+@shop\.example recorded a refund: Given back\.$/),
    );
  });

  test("B-21: the health has the notify address, the last notification, the last refusal and the warnings", async () => {
    await shop().payOrder({ faults: [{ kind: "corrupt_sign" }] });
    const health = () => shop().staff.desk("health");
    await expect.poll(health).toMatchObject({
      problems: expect.arrayContaining(["start-warnings"]),
      notifyUrl: `${shop().origin}/pay/notify/<gateway order ID>/<token>`,
      refusals: [{ code: "mismatch" }],
      reviewItems: { count: expect.any(Number) },
    });
    const { startWarnings } = await health();
    const texts = startWarnings.map(({ code, message }: Record<string, string>) => `${code}: ${message}`);
    expect(shop().logged).toEqual(expect.arrayContaining(texts));
    const soldBy = "Add it to the variants of the merchant that sells it, or choose another variant";
    for (const text of [
      /^scheduler_missing: .* Add DefaultSchedulerPlugin\.init\(\) to the plugins\./,
      /^merchant_without_channel: The merchant 10002 has the tenant "2", which is not the id of a channel.* Use one of "default"/,
      /^plans_not_sold: .*acceptRawCards.* no merchant/,
      new RegExp(`^method_not_sold: .* "link"\\. No merchant .* has the variant "link"\\. ${soldBy}`),
      /^method_not_sold: .* "card"\. The variant "card" needs the option acceptRawCards\. Set it to true, or/,
    ])
      expect(texts).toContainEqual(expect.stringMatching(text));
    expect(texts.join()).not.toContain('the payment method "hosted"');
  });
}
