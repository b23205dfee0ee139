import { ConfigService, Injector, Order, OrderService, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import { sellProduct } from "./shop/catalog-and-orders.mts";
import { RowLock } from "./shop/row-lock.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let stage: TestShop;
let rowLock: RowLock;
let staff: StaffMember;
beforeAll(async () => {
  const place = await createPostgresDatabase();
  rowLock = await RowLock.open(place);
  stage = await openTestShop({ place });
  staff = await StaffMember.signIn(stage.origin);
}, 120_000);
afterAll(async () => {
  await rowLock?.close();
  await stage?.close();
});

const resolveReviewItem =
  "mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { state } }";
const readRefunds = "query ($id: ID!) { order(id: $id) { payments { refunds { total transactionId } } } }";

test("a refund that staff record while the sweep syncs another one is in Vendure once", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(await sellProduct(stage.app, { name: "Tea", price: 1999 }));
  await buyer.start({ method: "hosted" });
  const attemptId = await stage.attempt(code);
  await stage.paid(code);
  const { rawConnection } = stage.app.get(TransactionalConnection);
  const { id } = await rawConnection.getRepository(Order).findOneByOrFail({ code });
  const about = { orderId: String(id), attemptId, action: "RECORD_REFUND", note: "Back office." };
  const record = (amount: string, reference: string) =>
    staff.ask(resolveReviewItem, { input: { ...about, refund: { amount, reference } } });
  const death = vi
    .spyOn(stage.app.get(OrderService), "refundOrder")
    .mockRejectedValue(new Error("The process ended."));
  await record("5", "R-1");
  death.mockRestore();
  await rawConnection.query("UPDATE pay_index_job SET due_at = $1 WHERE reference = $2 AND status = 'due'", [
    new Date(0).toISOString(),
    code,
  ]);
  const { tasks = [] } = stage.app.get(ConfigService).schedulerOptions;
  const sweep = tasks.find((task) => task.id === "pay-index-sweep");
  // Both know of both refunds, and come to the order one after the other.
  await rowLock.meetAt(code, [
    () => record("3", "R-2"),
    async () => sweep?.execute(new Injector(stage.app as never)),
  ]);
  const { payments } = await staff.ask(readRefunds, { id: String(id) });
  expect(
    payments[0].refunds.toSorted(
      (one: { total: number }, other: { total: number }) => other.total - one.total,
    ),
  ).toEqual([
    { total: 500, transactionId: "R-1" },
    { total: 300, transactionId: "R-2" },
  ]);
});
