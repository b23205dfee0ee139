import {
  findCardAndKeyTraces,
  searchSelfTestCard,
  serializeForSearch,
} from "@pay-index/conformance/card-canary";
import { expect, test } from "vitest";
import {
  connectionSuite,
  refusedNotificationSuite,
  type ShopAwaitingNotification,
  type SubmittedPaymentAddresses,
  toSubmittedPaymentAddresses,
} from "../../../../../tests/connections/index.ts";
import { readOrderRecord } from "../catalog-and-orders.mts";
import type { TestShop } from "../test-shop.mts";

/** What clients, buyers and gateways get wrong: a typed result or a coded error, and nothing half done. */
export function hardInputSuite(name: string, shop: () => TestShop): void {
  const unpaid = { state: "ArrangingPayment", payments: [] };
  let waiting: Promise<ShopAwaitingNotification & SubmittedPaymentAddresses> | undefined;
  async function reachable(): Promise<ShopAwaitingNotification & SubmittedPaymentAddresses> {
    const { code, attemptId } = await shop().startOrder();
    return {
      ...toSubmittedPaymentAddresses(shop().origin, await shop().control.orderDetails(attemptId)),
      expectNothingStored: async () => expect(await readOrderRecord(shop().app, code)).toMatchObject(unpaid),
    };
  }
  connectionSuite(name, () => (waiting ??= reachable()));
  refusedNotificationSuite(() => (waiting ??= reachable()));

  test("a buyer cannot access another buyer's order", async () => {
    const { buyer, code } = await shop().startOrder();
    const status = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
    expect(await buyer.ask(status, { code })).toEqual({ state: "PENDING", placed: false });
    const stranger = shop().buyer();
    await stranger.add(await shop().tea());
    for (const each of [code, "NONE"]) expect(await stranger.ask(status, { code: each })).toBeNull();
  });

  test("card data passed to addPaymentToOrder are refused, and neither stored nor printed (B-50)", async () => {
    const buyer = shop().buyer();
    const code = await buyer.isReadyToPay(await shop().tea());
    const add = `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { __typename } }`;
    const metadata = { pan: searchSelfTestCard.number, cvv: searchSelfTestCard.cvv };
    const message = expect.stringContaining("startPayIndexPayment");
    const tracesIn = (text: string) => findCardAndKeyTraces([searchSelfTestCard], text);
    for (const method of ["hosted", "card"]) {
      const { data, errors } = await buyer.raw(add, { input: { method, metadata } });
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ message, extensions: { code: "USER_INPUT_ERROR" } }]);
      expect(tracesIn(serializeForSearch(errors))).toEqual([]);
    }
    expect(await readOrderRecord(shop().app, code)).toMatchObject(unpaid);
    const { rawConnection } = shop().connection;
    const rows = rawConnection.entityMetadatas.map(({ tableName }) =>
      rawConnection.query(`SELECT * FROM "${tableName}"`),
    );
    expect(tracesIn(JSON.stringify(await Promise.all(rows)))).toEqual([]);
    expect(tracesIn(shop().logged.join("\n"))).toEqual([]);
    // The search finds what is there.
    expect(tracesIn(JSON.stringify(metadata))).not.toEqual([]);
  });
}
