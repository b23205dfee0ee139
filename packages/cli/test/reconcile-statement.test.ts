import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runForShop } from "./fixtures/run-cli.ts";
import { createFolder, startShop } from "./fixtures/running-shop.ts";

const columns = [
  ...["orderId=Order ID", "transactionId=Transaction ID", "refundId=Refund ID", "merchantId=Merchant"],
  ...["kind=Type", "amount=Amount", "currency=Currency", "time=Time"],
].flatMap((column) => ["--column", column]);

/** A shop with three paid orders, and the sandbox's statement of this period. */
async function startShopWithStatement() {
  const { settings, sandbox, start, payAtGateway } = await startShop();
  const attemptIds: string[] = [];
  for (const reference of ["order-1", "order-2", "order-3"]) {
    const attemptId = await start(reference);
    await payAtGateway(attemptId);
    attemptIds.push(attemptId);
  }
  const now = Date.now();
  const period = {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 7_200_000).toISOString(),
  };
  const file = join(createFolder(), "statement.csv");
  const statement = await sandbox.statement(period);
  const run = (content: string, ...flags: readonly string[]) => {
    writeFileSync(file, content);
    const given = ["--from", period.from, "--to", period.to, "--statement", file];
    return runForShop(settings, ["reconcile", ...given, ...columns, ...flags]);
  };
  return { settings, attemptIds, statement, run };
}

test("a statement that agrees, and one with a difference, which opens a review item once", async () => {
  const { settings, attemptIds, statement, run } = await startShopWithStatement();
  const fine = await run(statement);
  expect([fine.code, fine.err]).toEqual([0, expect.anything()]);
  expect(fine.data).toMatchObject({
    ...{ ok: true, rows: 3, ignored: 0, openedReviewItems: 0, unreadable: { count: 0, lines: [] } },
    totals: [{ kind: "sale", currency: "USD", amount: "59.97" }],
    counts: { agrees: 3, differs: 0, "missing-here": 0, "missing-there": 0, repeated: 0 },
    differences: [],
  });
  const [titles = "", , ...others] = statement.split("\r\n");
  const changed = [titles, ...others].join("\r\n").replace("19.99", "18.99");
  const different = await run(changed, "--open-review-items");
  expect(different.code).toBe(1);
  expect(different.data).toMatchObject({
    counts: { agrees: 1, differs: 1, "missing-there": 1 },
    openedReviewItems: 2,
  });
  expect((await run(changed, "--open-review-items")).data).toMatchObject({ openedReviewItems: 0 });
  const listed = await runForShop(settings, ["review", "list"]);
  expect(listed.data.items.map(({ attemptId, kind }: Record<string, string>) => [attemptId, kind])).toEqual(
    expect.arrayContaining([
      [attemptIds[0], "contradictory-results"],
      [attemptIds[1], "amount-mismatch"],
    ]),
  );
});

test("a line that cannot be read is named, and then no review item is opened", async () => {
  const { settings, statement, run } = await startShopWithStatement();
  const { code, data } = await run(statement.replace("19.99", "1,999"), "--open-review-items");
  expect([code, data.unreadable.count, data.unreadable.lines[0].line]).toEqual([1, 1, 2]);
  expect(data).toMatchObject({ counts: { agrees: 2, "missing-there": 1 }, openedReviewItems: 0 });
  expect((await runForShop(settings, ["review", "list"])).data.items).toEqual([]);
});
