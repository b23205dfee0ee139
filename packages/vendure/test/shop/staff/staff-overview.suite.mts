import { expect, test } from "vitest";
import { countQueries } from "../count-queries.mts";
import type { TestShop } from "../test-shop.mts";

const readAttempts = `query ($options: PayIndexAttemptListOptions) { payIndexAttempts(options: $options) {
  items { attemptId orderCode orderId channelCode variant state amount currencyCode startedAt transactionIds
    hasOpenReviewItems order { buyer { emailAddress } } } next } }`;
const readHealth = `query { payIndexHealth { problems notifyUrl lastNotificationAt refusals { code at } lastSweepAt
  startWarnings { code message } overdueJobs { count } reviewItems { count } } }`;

/** What staff see of all attempts, and of the gateway's health. */
export function staffOverviewSuite(shop: () => TestShop): void {
  const attempts = (options: object = {}, headers: Record<string, string> = {}) =>
    shop().staff.ask(readAttempts, { options }, headers);
  const codesOf = ({ items }: { items: { orderCode: string }[] }) => items.map(({ orderCode }) => orderCode);

  test("B-04: staff see an open attempt at once, with order, amount, variant, time and buyer", async () => {
    const { code, attemptId, orderId } = await shop().startOrder();
    const { items } = await attempts({ group: "OPEN" });
    expect(items[0]).toEqual({
      attemptId,
      orderCode: code,
      orderId,
      channelCode: "__default_channel__",
      variant: "hosted",
      state: "PENDING",
      amount: "19.99",
      currencyCode: "USD",
      startedAt: expect.stringMatching(/^\d{4}-/),
      transactionIds: [],
      hasOpenReviewItems: false,
      order: { buyer: { emailAddress: "ada@example.com" } },
    });
  });

  test("a search finds order, gateway order ID, transaction and e-mail address", async () => {
    const { code, attemptId } = await shop().payOrder();
    const [{ transactionIds }] = (await attempts({ search: attemptId })).items;
    expect(transactionIds).toHaveLength(1);
    for (const search of [code, ` ${attemptId} `, transactionIds[0]])
      expect(codesOf(await attempts({ search }))).toEqual([code]);
    expect(codesOf(await attempts({ search: "ADA@example" }))).toContain(code);
    for (const search of ["a_a@example", "nobody@example.com", code.slice(0, 5)])
      expect(codesOf(await attempts({ search }))).toEqual([]);
  });

  test("the list has pages, each with the same number of queries for orders", async () => {
    await shop().startOrder();
    const all = codesOf(await attempts());
    const first = await countQueries(shop().app, () => attempts({ take: 1 }));
    const second = await countQueries(shop().app, () => attempts({ take: 2, after: first.result.next }));
    expect([...codesOf(first.result), ...codesOf(second.result)]).toEqual(all.slice(0, 3));
    expect(second.count).toBe(first.count);
    await expect(attempts({ take: 101 })).rejects.toThrow("limit");
    await expect(attempts({ after: "0".repeat(20) })).rejects.toThrow("No attempt");
  });

  test("a channel sees only the attempts of its own merchants, and no counts of other channels", async () => {
    const [own, other] = [await shop().startOrder({ channel: "north" }), await shop().startOrder()];
    const north = { "vendure-token": "north" };
    const codes = codesOf(await attempts({}, north));
    expect(codes).toContain(own.code);
    expect(codes).not.toContain(other.code);
    const health = await shop().staff.ask(readHealth, {}, north);
    expect(health).toMatchObject({ overdueJobs: null, reviewItems: null });
  });

  test("B-21: the health has the notify address, the last notification, the last refusal and the warnings", async () => {
    await shop().payOrder();
    await shop().payOrder({ faults: [{ kind: "corrupt_sign" }] });
    const health = () => shop().staff.ask(readHealth);
    await expect.poll(health).toMatchObject({
      problems: expect.arrayContaining(["START_WARNINGS"]),
      notifyUrl: `${shop().origin}/pay/notify/<gateway order ID>/<token>`,
      lastNotificationAt: expect.any(String),
      refusals: [{ code: "mismatch" }],
      overdueJobs: { count: 0 },
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
