import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { openItem, resolve, retry } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator as operator } from "../payment/example-facts.ts";

const key = { reference: "order-1" };
const endsAt = "2026-03-08T12:00:00Z";
const browser = { ip: "198.51.100.4", userAgent: "Phone" };

const create = (shop: TestShop, more: object = {}) =>
  shop.gateway.createPaymentLink({ ...key, endsAt, operator, ...more });

function addressOf({ url }: { readonly url: string }) {
  const [linkId = "", token = ""] = url.split("/").slice(-2);
  return { linkId, token };
}

async function open(shop: TestShop, link: { readonly url: string }, by = browser) {
  const opened = await shop.gateway.openPaymentLink({ ...addressOf(link), ...by });
  return opened.state === "started" ? opened.url : opened.state;
}

const view = async (shop: TestShop, link: { readonly url: string }) =>
  (await shop.gateway.viewPaymentLink(addressOf(link))).state;

/** What staff see of the newest link, and of the payment. */
async function standing(shop: TestShop) {
  const [link] = await shop.gateway.paymentLinks(key);
  const { state, reviewItems } = await shop.gateway.status(key);
  return [link?.state, state, reviewItems.map(({ problem }) => problem.code).join()];
}

const page = "https://gateway.test/page/1";

describe("a payment link (LINK-OPEN)", () => {
  test("starts the payment when a buyer opens it, with the buyer's browser and what is due then", async () => {
    const shop = new TestShop();
    const link = await create(shop);
    expect(link).toMatchObject({ state: "open", amount: money(1999, "USD"), createdBy: operator });
    expect(shop.submissions).toEqual([]);
    shop.linkSale = async () => ({ amount: money(999, "USD"), buyer: hostedSaleInput().buyer });
    expect(await shop.gateway.viewPaymentLink(addressOf(link))).toMatchObject({ amount: money(999, "USD") });
    expect((await shop.gateway.paymentLinks(key))[0]?.openedAt).toBeUndefined();
    shop.pass(60);
    expect(await open(shop, link)).toBe(page);
    expect(Object.fromEntries(shop.lastForm)).toMatchObject({ pay_amount: "9.99", pay_ip: "198.51.100.4" });
    shop.pass(60);
    expect(await open(shop, link)).toBe(page);
    expect(shop.submissions).toHaveLength(1);
    await shop.notify();
    expect(await standing(shop)).toEqual(["paid", "paid", ""]);
    expect((await shop.gateway.paymentLinks(key))[0]?.openedAt).toBe("2026-03-01T12:01:00.000Z");
    expect(shop.placed).toHaveLength(1);
    expect(await open(shop, link)).toBe("paid");
    expect(shop.events.filter(({ event }) => event === "payment-link-changed")).toMatchObject([
      { change: "created", linkId: link.linkId },
      { change: "opened", linkId: link.linkId },
    ]);
  });

  test("opened from another country has the same page, later one of its own, and the order is placed once", async () => {
    const shop = new TestShop();
    const link = await create(shop);
    const abroad = { ip: "203.0.113.9", userAgent: "Laptop" };
    await open(shop, link);
    expect(await open(shop, link, abroad)).toBe(page);
    shop.pass(15 * 60);
    shop.answer = Response.json({ status: 1, url: "https://gateway.test/page/2" });
    expect(await open(shop, link, abroad)).toBe("https://gateway.test/page/2");
    expect(shop.submissions.map((form) => form.get("pay_ip"))).toEqual([browser.ip, abroad.ip]);
    for (const [index, form] of shop.submissions.entries())
      await shop.notify({ transaction_id: `T${index}` }, form);
    expect(shop.placed).toHaveLength(1);
    const { reviewItems } = await shop.gateway.status(key);
    expect(reviewItems.map(({ kind }) => kind)).toEqual(["paid-twice"]);
  });

  test("sells with the variant link if a merchant has it", async () => {
    const merchants = [
      { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] },
      { id: "10003", key: "sandbox-link-key", variants: ["link" as const] },
    ];
    const shop = new TestShop({ merchants });
    await open(shop, await create(shop));
    expect(shop.lastForm.get("pay_type")).toBe("link");
  });

  test.each([
    ["of an order that was paid in another way", "paid"],
    ["after its end", "ended"],
    ["of an order that costs nothing any more", "nothing-due"],
  ])("%s cannot be opened", async (_, state) => {
    const shop = new TestShop();
    const link = await create(shop);
    if (state === "ended") shop.pass(7 * 86_400);
    if (state === "nothing-due") shop.linkSale = async () => undefined;
    if (state === "paid") {
      await shop.gateway.start(hostedSaleInput());
      await shop.notify();
    }
    const before = shop.submissions.length;
    expect([await view(shop, link), await open(shop, link)]).toEqual([state, state]);
    expect(shop.submissions).toHaveLength(before);
  });

  test("says why nothing was started", async () => {
    const shop = new TestShop();
    const link = await create(shop);
    shop.linkSale = async () => ({
      amount: money(1, "USD"),
      buyer: { ...hostedSaleInput().buyer, phone: "" },
    });
    await expect(open(shop, link)).rejects.toMatchObject({ code: "sale_invalid" });
    expect(shop.submissions).toEqual([]);
  });

  test("has an address that nobody can guess, which a new secret does not end", async () => {
    const shop = new TestShop();
    const link = await create(shop);
    const other = await create(shop, { reference: "order-2" });
    await shop.gateway.rotateSecret();
    expect(await view(shop, link)).toBe("open");
    for (const token of [addressOf(other).token, "0".repeat(26), ""])
      await expect(shop.gateway.viewPaymentLink({ ...addressOf(link), token })).rejects.toMatchObject({
        code: "attempt_unknown",
      });
  });
});

describe("a payment link is refused, and nothing is made (LINK-ONE)", () => {
  test.each<[string, object, RegExp]>([
    ["that ended before", { endsAt: "2026-03-01T11:00:00Z" }, /endsAt: must be in the future/],
    ["that ends in years", { endsAt: "2028-03-01T11:00:00Z" }, /at most 366 days/],
    ["without an instant", { endsAt: "next week" }, /endsAt: must be an ISO instant/],
    ["by an e-mail address", { operator: { id: "ada@example.com" } }, /must not be an e-mail address/],
  ])("%s", async (_, more, message) => {
    const shop = new TestShop();
    await expect(create(shop, more)).rejects.toThrow(message);
    expect(await shop.gateway.paymentLinks(key)).toEqual([]);
  });

  test("for another amount than the shop asks for, or if the shop names none", async () => {
    const shop = new TestShop();
    shop.linkSale = async () => ({ amount: money(1999, "USD"), buyer: hostedSaleInput().buyer });
    const wrong = create(shop, { amount: money(2000, "USD") });
    await expect(wrong).rejects.toThrow(/amount: must be 19.99 USD/);
    shop.linkSale = async () => ({ buyer: hostedSaleInput().buyer }) as never;
    await expect(create(shop, { amount: money(2000, "USD") })).rejects.toMatchObject({
      code: "sale_invalid",
    });
  });

  test("for an order that is paid or refunded, or that the shop does not sell", async () => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    await shop.notify();
    await expect(create(shop)).rejects.toMatchObject({ code: "link_invalid" });
    await resolve(shop, "record-refund", { refund: { amount: money(1999, "USD"), reference: "R1" } });
    await expect(create(shop)).rejects.toMatchObject({ code: "link_invalid" });
    shop.linkSale = async () => undefined;
    await expect(create(shop, { reference: "order-2" })).rejects.toMatchObject({ code: "link_invalid" });
  });

  test("by a shop that does not say what is due", async () => {
    const shop = new TestShop({}, undefined, true);
    await expect(create(shop)).rejects.toMatchObject({ code: "operation_disabled" });
  });

  test("beside an open one, also by two operators at once, unless it replaces it", async () => {
    const shop = new TestShop();
    const made = await Promise.allSettled([create(shop), create(shop)]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(made.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "link_outdated" },
    });
    const [old] = await shop.gateway.paymentLinks(key);
    const link = await create(shop, { replaces: old?.linkId });
    expect((await shop.gateway.paymentLinks(key)).map(({ state }) => state).sort()).toEqual([
      "open",
      "withdrawn",
    ]);
    expect(
      (await shop.gateway.paymentLinks(key)).find(({ linkId }) => linkId === old?.linkId)?.withdrawn,
    ).toEqual({
      at: shop.now.toISOString(),
      by: operator,
      replacedBy: link.linkId,
    });
  });
});

describe("a payment of a link that was withdrawn, replaced or late is a review item (LINK-LATE)", () => {
  test.each(["withdrawn", "replaced"])("%s", async (how) => {
    const shop = new TestShop();
    const link = await create(shop);
    await open(shop, link);
    const { linkId } = link;
    shop.pass(60);
    if (how === "withdrawn") await shop.gateway.withdrawPaymentLink({ ...key, linkId, operator });
    else await create(shop, { replaces: linkId });
    expect([await view(shop, link), await open(shop, link)]).toEqual(["withdrawn", "withdrawn"]);
    await shop.notify();
    await shop.gateway.sweep();
    expect((await standing(shop)).slice(1)).toEqual(["paid", "link_withdrawn"]);
    const [{ timeline } = { timeline: [] }] = (await shop.gateway.status(key)).attempts;
    expect(timeline.flatMap(({ phrases }) => phrases.map(({ id }) => id))).toEqual([
      "link-created",
      "link-opened",
      "started",
      "redirected",
      `link-${how}`,
      "confirmed",
    ]);
    expect(shop.placed).toEqual([]);
    expect((await openItem(shop)).problem.message).toContain(how);
    shop.pass(60);
    expect(await retry(shop)).toEqual({ outcome: "done" });
    expect(shop.placed).toHaveLength(1);
  });

  test("an attempt of a replaced link does not answer the new one", async () => {
    const shop = new TestShop();
    const { linkId, url } = await create(shop);
    await open(shop, { url });
    shop.pass(1);
    shop.answer = Response.json({ status: 1, url: "https://gateway.test/page/2" });
    expect(await open(shop, await create(shop, { replaces: linkId }))).toBe("https://gateway.test/page/2");
    await shop.notify();
    expect(await standing(shop)).toEqual(["paid", "paid", ""]);
  });

  test("paid more than an hour after its end", async () => {
    const shop = new TestShop();
    const link = await create(shop);
    shop.pass(7 * 86_400 - 1);
    await open(shop, link);
    shop.pass(3602);
    await shop.notify();
    expect(await standing(shop)).toEqual(["paid", "paid", "link_ended"]);
  });

  test("a paid link cannot be withdrawn, and a withdrawn one is withdrawn once", async () => {
    const shop = new TestShop();
    const { linkId, url } = await create(shop);
    await open(shop, { url });
    await shop.notify();
    const withdraw = (id: string, more = {}) =>
      shop.gateway.withdrawPaymentLink({ ...key, linkId: id, operator, ...more });
    await expect(withdraw(linkId)).rejects.toMatchObject({ code: "link_outdated" });
    const other = { reference: "order-2" };
    const { linkId: second } = await create(shop, other);
    await expect(withdraw(second)).rejects.toMatchObject({ code: "link_outdated" });
    const first = await withdraw(second, other);
    shop.pass(60);
    expect(await withdraw(second, other)).toEqual(first);
  });
});
