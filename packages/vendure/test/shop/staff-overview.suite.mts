import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import type { TestDatabase } from "../conformance/test-database.mts";
import { sellProduct } from "./catalog-and-orders.mts";
import { countQueries } from "./count-queries.mts";
import { StaffMember } from "./staff-member.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

const readAttempts = `query ($options: PayIndexAttemptListOptions) { payIndexAttempts(options: $options) {
  items { attemptId orderCode orderId channelCode variant state amount currencyCode startedAt transactionIds
    hasOpenReviewItems order { buyer { emailAddress } } } next } }`;
const readHealth = `query { payIndexHealth { problems notifyUrl lastNotificationAt refusals { code at } lastSweepAt
  startWarnings { code message } overdueJobs { count } reviewItems { count } } }`;

/** What staff see of all attempts, and of the gateway's health, on a real Vendure. */
export function staffOverviewSuite(name: string, makePlace: () => Promise<TestDatabase>): void {
  describe(`${name}: overview for staff`, () => {
    let stage: TestShop;
    let staff: StaffMember;
    let tea: string;
    beforeAll(async () => {
      stage = await openTestShop({ place: await makePlace() });
      await createChannels(stage.app, [{ tenant: "north", id: "1", key: "1" }]);
      tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
      staff = await StaffMember.signIn(stage.origin);
    }, 120_000);
    afterAll(() => stage?.close());

    const attempts = (options: object = {}, headers: Record<string, string> = {}) =>
      staff.ask(readAttempts, { options }, headers);
    const codesOf = ({ items }: { items: { orderCode: string }[] }) =>
      items.map(({ orderCode }) => orderCode);

    async function started(): Promise<{ code: string; attemptId: string }> {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "hosted" });
      return { code, attemptId: await stage.attempt(code) };
    }

    test("B-04: staff see an open attempt at once, with order, amount, variant, time and buyer", async () => {
      const { code, attemptId } = await started();
      const { items } = await attempts({ group: "OPEN" });
      expect(items[0]).toEqual({
        attemptId,
        orderCode: code,
        orderId: expect.any(String),
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
      const { code, attemptId } = await started();
      await stage.paid(code);
      const [{ transactionIds }] = (await attempts({ search: attemptId })).items;
      expect(transactionIds).toHaveLength(1);
      for (const search of [code, ` ${attemptId} `, transactionIds[0]])
        expect(codesOf(await attempts({ search }))).toEqual([code]);
      expect(codesOf(await attempts({ search: "ADA@example" }))).toContain(code);
      for (const search of ["a_a@example", "nobody@example.com", code.slice(0, 5)])
        expect(codesOf(await attempts({ search }))).toEqual([]);
    });

    test("the list has pages, each with the same number of queries for orders", async () => {
      const all = codesOf(await attempts());
      const first = await countQueries(stage.app, () => attempts({ take: 1 }));
      const second = await countQueries(stage.app, () => attempts({ take: 2, after: first.result.next }));
      expect([...codesOf(first.result), ...codesOf(second.result)]).toEqual(all.slice(0, 3));
      expect(second.count).toBe(first.count);
      await expect(attempts({ take: 101 })).rejects.toThrow("limit");
      await expect(attempts({ after: "0".repeat(20) })).rejects.toThrow("No attempt");
    });

    test("a channel sees only the attempts of its own merchants, and no counts of other channels", async () => {
      const north = { "vendure-token": "north" };
      expect((await attempts({}, north)).items).toEqual([]);
      const health = await staff.ask(readHealth, {}, north);
      expect(health).toMatchObject({ overdueJobs: null, reviewItems: null });
    });

    test("B-21: the health has the notify address, the last notification and the last refusal", async () => {
      const { code, attemptId } = await started();
      await stage.control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "corrupt_sign" }]);
      await stage.paid(code);
      await expect
        .poll(() => staff.ask(readHealth))
        .toMatchObject({
          problems: expect.arrayContaining(["NOTIFICATIONS_REFUSED", "START_WARNINGS"]),
          notifyUrl: `${stage.origin}/pay/notify/<gateway order ID>/<token>`,
          lastNotificationAt: expect.any(String),
          refusals: [{ code: "mismatch" }],
          startWarnings: [
            { code: "scheduler_missing", message: expect.stringContaining("DefaultSchedulerPlugin") },
          ],
          overdueJobs: { count: 0 },
          reviewItems: { count: 1 },
        });
    });
  });
}
