import { describe, expect, test } from "vitest";
import type { StatementDifference, StatementRow } from "../../src/index.ts";
import { money } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, notificationFields, TestShop } from "../fixtures/test-shop.ts";
import { postSignedDispute, subscribedShop } from "../inbox/dispute-shop.ts";
import { openQueryShop } from "../query/query-shop.ts";

const from = new Date("2026-03-01T00:00:00Z");
const before = new Date("2026-03-02T00:00:00Z");
const price = money(1999, "USD");

/** A shop whose `order-1` to `order-<count>` were paid at noon with the transactions `T1`, `T2` …; the last `unpaid` were not. */
async function openPaidShop(count: number, { unpaid = 0 } = {}) {
  const shop = new TestShop();
  const attemptIds: string[] = [];
  for (let number = 1; number <= count; number++) {
    const { attemptId } = await shop.gateway.start(hostedSaleInput(`order-${number}`));
    attemptIds.push(attemptId);
    if (number <= count - unpaid) await shop.notify({ transaction_id: `T${number}` });
  }
  const id = (number: number) => attemptIds[number - 1] ?? "";
  const sale = (number: number, more: Partial<StatementRow> = {}): StatementRow => ({
    ...{ line: number + 1, kind: "sale", amount: price, attemptId: id(number), transactionId: `T${number}` },
    ...more,
  });
  const compare = (rows: readonly StatementRow[], openReviewItems = false) =>
    compareAll(shop, rows, openReviewItems);
  return { shop, id, sale, compare };
}

async function* stream(rows: readonly StatementRow[]) {
  yield* rows;
}

async function compareAll(shop: TestShop, rows: readonly StatementRow[], openReviewItems: boolean) {
  const request = { rows: stream(rows), from, before, openReviewItems };
  const differences: StatementDifference[] = [];
  let agrees = 0;
  for await (const part of shop.gateway.compareStatement(request)) {
    agrees += part.agrees;
    differences.push(...part.differences);
  }
  return { agrees, differences };
}

const summary = ({ differences }: { readonly differences: readonly StatementDifference[] }) =>
  differences.map(({ finding, kind, reason, line }) => [finding, kind, reason, line]);

const itemKinds = async (shop: TestShop) =>
  (await shop.gateway.allReviewItems()).map(({ kind }) => kind).sort();

describe("compareStatement (STM-COMPARE)", () => {
  test("agrees about a sale by its order ID, its transaction ID, or both", async () => {
    const { compare, sale } = await openPaidShop(3);
    const rows = [sale(1), sale(2, { transactionId: undefined }), sale(3, { attemptId: undefined })];
    expect(await compare(rows)).toEqual({ agrees: 3, differences: [] });
  });

  test("finds another amount, an unpaid attempt, a second transaction, and an unknown order", async () => {
    const { compare, sale } = await openPaidShop(3, { unpaid: 1 });
    const rows = [
      sale(1, { amount: money(2000, "USD") }),
      sale(2, { transactionId: "T2-again" }),
      sale(3),
      sale(4, { attemptId: "1".repeat(20) }),
    ];
    const found = await compare(rows);
    expect(summary(found)).toEqual([
      ["differs", "sale", "amount", 2],
      ["differs", "sale", "transaction", 3],
      ["differs", "sale", "not-paid", 4],
      ["missing-here", "sale", "unknown", 5],
    ]);
    expect(found.differences[0]).toMatchObject({ amount: money(2000, "USD"), recorded: price });
  });

  test("finds a sale that the statement does not have, and no row of it is compared twice", async () => {
    const { compare, sale, id } = await openPaidShop(3);
    const found = await compare([sale(1), sale(2), sale(2, { line: 9 })]);
    expect(found.agrees).toBe(2);
    expect(summary(found)).toEqual([
      ["repeated", "sale", "row", 9],
      ["missing-there", "sale", "unknown", undefined],
    ]);
    expect(found.differences[1]).toMatchObject({ attemptId: id(3), amount: price, isCertain: true });
  });

  test("a sale near the end of the period can be in the next statement, and opens no review item", async () => {
    const { shop, compare, sale } = await openPaidShop(1);
    shop.now = new Date("2026-03-01T23:30:00Z");
    await shop.gateway.start(hostedSaleInput("late"));
    await shop.notify({ transaction_id: "T-late" });
    const { differences } = await compare([sale(1)], true);
    expect(differences).toMatchObject([{ finding: "missing-there", isCertain: false }]);
    expect(await itemKinds(shop)).toEqual([]);
  });

  test("finds a later cycle and a chargeback that the statement does not have, each of its own period", async () => {
    const shop = await subscribedShop();
    await postSignedDispute(shop, { transaction_id: "T2" });
    const sale = (number: number) => {
      const about = { attemptId: shop.attemptId, transactionId: `T${number}`, amount: money(1999, "USD") };
      return { line: number, kind: "sale", ...about } as const;
    };
    const found = await compareAll(shop, [sale(1), sale(2)], true);
    expect(found).toMatchObject({
      agrees: 2,
      differences: [
        { finding: "missing-there", kind: "sale", cycle: 3, transactionId: "T3", isCertain: true },
        { finding: "missing-there", kind: "chargeback", cycle: 2, transactionId: "T2", isCertain: true },
      ],
    });
    expect(found.differences.map(({ reviewItem }) => reviewItem)).toEqual([
      { kind: "contradictory-results", isNew: true },
      { kind: "dispute", isNew: false },
    ]);
    const chargeback = { ...sale(2), line: 9, kind: "chargeback" } as const;
    const all = [sale(1), sale(2), sale(3), chargeback];
    expect(await compareAll(shop, all, false)).toEqual({ agrees: 4, differences: [] });
    shop.pass(20 * 86_400);
    await shop.cycle(4);
    expect(await compareAll(shop, all, false)).toEqual({ agrees: 4, differences: [] });
  });

  test("counts equal refunds, and finds one that only one side has", async () => {
    const { shop, compare, sale } = await openPaidShop(1);
    const refund = { amount: money(500, "USD"), reference: "R1" };
    await resolve(shop, "record-refund", { refund });
    const row = (line: number, minor: number) =>
      sale(1, { line, kind: "refund", amount: money(minor, "USD") });
    expect(summary(await compare([sale(1), row(3, 500), row(4, 500)]))).toEqual([
      ["missing-here", "refund", "unknown", 4],
    ]);
    expect(summary(await compare([sale(1)]))).toEqual([["missing-there", "refund", "unknown", undefined]]);
    expect(summary(await compare([sale(1), { ...row(3, 501), refundId: "R1" }]))).toEqual([
      ["differs", "refund", "amount", 3],
    ]);
  });

  test("agrees about a refund that the gateway answered a query with, before the payment was known", async () => {
    const { shop, attemptId, reports, query, notify } = await openQueryShop();
    reports({ trade_state: "REFUND" });
    await query();
    await notify();
    const row = { line: 2, attemptId, transactionId: "202603010001", amount: price };
    const rows = [{ ...row, kind: "sale" } as const, { ...row, kind: "refund", refundId: "R1" } as const];
    expect(await compareAll(shop, rows, false)).toEqual({ agrees: 2, differences: [] });
  });

  test("opens one review item for each difference, and none again (STM-ITEM)", async () => {
    const { shop, compare, sale } = await openPaidShop(5, { unpaid: 1 });
    const rows = [
      sale(1, { amount: money(2000, "USD") }),
      sale(2),
      sale(2, { kind: "refund", refundId: "R2" }),
      sale(2, { kind: "chargeback", refundId: "C2" }),
      sale(3, { transactionId: "T3-again" }),
      sale(5),
    ];
    const { differences } = await compare(rows, true);
    expect(differences.map(({ reviewItem }) => reviewItem?.isNew)).toEqual(differences.map(() => true));
    const kinds = [
      "amount-mismatch",
      "contradictory-results",
      "contradictory-results",
      "dispute",
      "paid-twice",
    ];
    expect(await itemKinds(shop)).toEqual([...kinds, "refund-notice"]);
    const again = await compare(rows, true);
    expect(again.differences.map(({ reviewItem }) => reviewItem?.isNew)).toEqual(
      differences.map(() => false),
    );
    expect(await itemKinds(shop)).toEqual([...kinds, "refund-notice"]);
  });

  test("staff accept what only the statement reports, and the next run agrees", async () => {
    const { shop, compare, sale } = await openPaidShop(1, { unpaid: 1 });
    await compare([sale(1)], true);
    await resolve(shop, "accept", { kind: "contradictory-results" });
    expect(shop.placed).toHaveLength(1);
    expect(await compare([sale(1)], true)).toEqual({ agrees: 1, differences: [] });
    expect(await itemKinds(shop)).toEqual([]);
  });

  test("staff record a refund that only the statement reports, and the next run agrees", async () => {
    const { shop, compare, sale } = await openPaidShop(1);
    const rows = [sale(1), sale(1, { line: 3, kind: "refund", refundId: "R1", amount: money(500, "USD") })];
    await compare(rows, true);
    const refund = { amount: money(500, "USD"), reference: "R1" };
    await resolve(shop, "record-refund", { kind: "refund-notice", refund });
    expect(await compare(rows, true)).toEqual({ agrees: 2, differences: [] });
  });

  test("refuses a statement of another merchant, and changes nothing", async () => {
    const { shop, compare, sale } = await openPaidShop(1);
    const foreign = [sale(1, { merchantId: "99999" })];
    await expect(compare(foreign, true)).rejects.toMatchObject({ code: "statement_foreign" });
    const unknown = [sale(1, { attemptId: "1".repeat(20), transactionId: "X" })];
    await expect(compare(unknown, true)).rejects.toMatchObject({ code: "statement_foreign" });
    expect(await itemKinds(shop)).toEqual([]);
  });

  test("a merchant that the statement does not name misses nothing in it", async () => {
    const merchants = [
      { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] },
      { id: "10003", key: "sandbox-hosted-key", variants: ["link" as const] },
    ];
    const shop = new TestShop({ merchants });
    const { attemptId } = await shop.gateway.start(hostedSaleInput("order-1"));
    await shop.notify();
    await shop.gateway.start({ ...hostedSaleInput("order-2"), variant: "link" });
    await shop.notify({ transaction_id: "T2" });
    const row = { line: 2, kind: "sale", attemptId, amount: price } as const;
    expect(await compareAll(shop, [row], false)).toEqual({ agrees: 1, differences: [] });
  });

  test("goes through more rows than one part has", async () => {
    const { shop, compare, sale } = await openPaidShop(1);
    const rows = Array.from({ length: 2500 }, (_, index) =>
      sale(1, { line: index + 2, transactionId: `X${index}` }),
    );
    const found = await compare([sale(1), ...rows]);
    expect([found.agrees, found.differences.length]).toEqual([1, 2500]);
    expect(notificationFields(shop.lastForm).orderid).toBe(sale(1).attemptId);
  });

  test.each([
    ["a period that ends before it starts", { from: before, before: from }],
    ["a row without an ID", { rows: [{ line: 2, kind: "sale", amount: price }] }],
  ])("refuses %s", async (_, { rows = [], ...period }: { rows?: object[]; from?: Date; before?: Date }) => {
    const { gateway } = new TestShop();
    const request = { from, before, ...period, rows: stream(rows as StatementRow[]) };
    await expect(gateway.compareStatement(request).next()).rejects.toMatchObject({ code: "query_invalid" });
  });
});
