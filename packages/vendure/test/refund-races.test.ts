import { ConfigService, Injector, Order, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresPlace } from "./conformance/place.mts";
import { sell } from "./shop/books.mts";
import { RowKeeper } from "./shop/row-keeper.mts";
import { Staff } from "./shop/staff.mts";
import { openStage, type Stage } from "./shop/stage.mts";

let stage: Stage;
let keeper: RowKeeper;
let staff: Staff;
beforeAll(async () => {
  const place = await postgresPlace();
  keeper = await RowKeeper.open(place);
  stage = await openStage({ place });
  staff = await Staff.signIn(stage.origin);
}, 120_000);
afterAll(async () => {
  await keeper?.close();
  await stage?.close();
});

const decide =
  "mutation ($input: DecidePayIndexPaymentInput!) { decidePayIndexPayment(input: $input) { state } }";
const read = "query ($id: ID!) { order(id: $id) { payments { refunds { total transactionId } } } }";

test("a refund that staff record while the sweep books it is one refund in Vendure", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(await sell(stage.app, { name: "Tea", price: 1999 }));
  await buyer.start({ method: "hosted" });
  const orderNumber = await stage.attempt(code);
  await stage.paid(code);
  const { rawConnection } = stage.app.get(TransactionalConnection);
  const { id } = await rawConnection.getRepository(Order).findOneByOrFail({ code });
  const refund = { amount: "5", reference: "R-1" };
  const about = { orderId: String(id), orderNumber, action: "REFUNDED", note: "Back office.", refund };
  const left = { id: "left", reference: code, dueAt: new Date(0).toISOString() };
  await rawConnection.getRepository("pay_index_unbooked_refund").insert(left);
  const { tasks = [] } = stage.app.get(ConfigService).schedulerOptions;
  const sweep = tasks.find((task) => task.id === "pay-index-sweep");
  // Both know of the refund, and come to the order one after the other.
  await keeper.meetAt(code, [
    () => staff.ask(decide, { input: about }),
    async () => sweep?.execute(new Injector(stage.app as never)),
  ]);
  expect(await staff.ask(read, { id: String(id) })).toEqual({
    payments: [{ refunds: [{ total: 500, transactionId: "R-1" }] }],
  });
});
