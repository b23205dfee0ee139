import {
  findCardAndKeyTraces,
  searchSelfTestCard,
  serializeForSearch,
} from "@pay-index/conformance/card-canary";
import {
  connectionSuite,
  refusedNotificationSuite,
  type ShopAwaitingNotification,
  type SubmittedPaymentAddresses,
  toSubmittedPaymentAddresses,
} from "@pay-index/conformance/connections";
import { PayIndexService } from "@pay-index/vendure";
import { LanguageCode, PaymentMethodService, TransactionalConnection } from "@vendure/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../conformance/test-database.mts";
import { exampleBuyer } from "./buyer.mts";
import { createContext, readOrderRecord, sellProduct } from "./catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./test-shop.mts";

/** What clients, buyers and gateways get wrong, on a real Vendure: a typed result or a coded error, and nothing half done. */
export function hardInputSuite(name: string, makePlace: () => Promise<TestDatabase>): void {
  describe(`${name}: hard input`, () => {
    let stage: TestShop;
    let tea: string;
    beforeAll(async () => {
      stage = await openTestShop({ place: await makePlace() });
      tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
    }, 120_000);
    afterAll(() => stage?.close());

    const statusOf = (reference: string) => stage.app.get(PayIndexService).gateway.status({ reference });

    let waiting: Promise<ShopAwaitingNotification & SubmittedPaymentAddresses> | undefined;
    async function reachable(): Promise<ShopAwaitingNotification & SubmittedPaymentAddresses> {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      await buyer.start({ method: "hosted" });
      const details = await stage.control.orderDetails(await stage.attempt(code));
      return {
        ...toSubmittedPaymentAddresses(stage.origin, details),
        expectNothingStored: async () =>
          expect(await readOrderRecord(stage.app, code)).toMatchObject({
            state: "ArrangingPayment",
            payments: [],
          }),
      };
    }
    connectionSuite(name, () => (waiting ??= reachable()));
    refusedNotificationSuite(() => (waiting ??= reachable()));

    describe("a payment that starts", () => {
      test("without an order, or with an order that is not ready, is refused", async () => {
        const buyer = stage.buyer();
        expect(await buyer.start({ method: "hosted" })).toMatchObject({ __typename: "NoActiveOrderError" });
        await buyer.add(tea);
        expect(await buyer.start({ method: "hosted" })).toMatchObject({
          __typename: "OrderPaymentStateError",
        });
      });

      test("by an unknown method is refused", async () => {
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        expect(await buyer.start({ method: "gold" })).toMatchObject({ __typename: "PayIndexMethodError" });
        expect(await statusOf(code)).toMatchObject({ state: "none" });
      });

      test("by a method with an unknown variant is refused", async () => {
        const ctx = await createContext(stage.app);
        await stage.app.get(PaymentMethodService).create(ctx, {
          code: "golden",
          enabled: true,
          handler: { code: "pay-index", arguments: [{ name: "variant", value: "gold" }] },
          translations: [{ languageCode: LanguageCode.en, name: "Golden", description: "" }],
        });
        const buyer = stage.buyer();
        const code = await buyer.isReadyToPay(tea);
        expect(await buyer.start({ method: "golden" })).toMatchObject({ __typename: "PayIndexMethodError" });
        expect(await statusOf(code)).toMatchObject({ state: "none" });
      });

      test("without the fields that the gateway requires is refused, and the buyer reads all of them in their language", async () => {
        const buyer = stage.buyer({ languageCode: "zh" });
        const { code } = await buyer.add(tea);
        await buyer.fillIn({ ...exampleBuyer, phone: " " });
        await buyer.goTo("ArrangingPayment");
        expect(await buyer.start({ method: "hosted" })).toMatchObject({
          __typename: "PayIndexSaleError",
          errorCode: "PAY_INDEX_SALE_ERROR",
          message: "请填写：电话号码。",
          problems: [{ path: "shippingAddress.phoneNumber", message: "请填写：电话号码。" }],
        });
        expect(await statusOf(code)).toMatchObject({ state: "none" });
      });

      test("for an amount that rounds to 0 is refused (MON-ROUND)", async () => {
        const odd = await sellProduct(stage.app, { name: "Part of a yen", price: 40, currency: "JPY" });
        const buyer = stage.buyer({ currencyCode: "JPY" });
        await buyer.isReadyToPay(odd);
        const refused = await buyer.start({ method: "hosted" });
        const problems = [{ path: "amount", message: "rounds to 0 JPY, which a gateway cannot charge" }];
        expect(refused).toMatchObject({ __typename: "PayIndexSaleError", problems });
      });
    });

    test("a buyer cannot access another buyer's order", async () => {
      const owner = stage.buyer();
      const code = await owner.isReadyToPay(tea);
      await owner.start({ method: "hosted" });
      const status = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
      expect(await owner.ask(status, { code })).toEqual({ state: "PENDING", placed: false });
      const stranger = stage.buyer();
      await stranger.add(tea);
      expect(await stranger.ask(status, { code })).toBeNull();
      expect(await stranger.ask(status, { code: "NO-SUCH-ORDER" })).toBeNull();
    });

    test("card data passed to addPaymentToOrder are refused, and neither stored nor printed (B-50)", async () => {
      const buyer = stage.buyer();
      const code = await buyer.isReadyToPay(tea);
      const add = `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { __typename } }`;
      const metadata = { pan: searchSelfTestCard.number, cvv: searchSelfTestCard.cvv };
      for (const method of ["hosted", "card"]) {
        const { data, errors } = await buyer.raw(add, { input: { method, metadata } });
        expect(data).toBeNull();
        expect(errors).toMatchObject([
          {
            message: expect.stringContaining("startPayIndexPayment"),
            extensions: { code: "USER_INPUT_ERROR" },
          },
        ]);
        expect(findCardAndKeyTraces([searchSelfTestCard], serializeForSearch(errors))).toEqual([]);
      }
      expect(await readOrderRecord(stage.app, code)).toMatchObject({
        state: "ArrangingPayment",
        payments: [],
      });
      const { rawConnection } = stage.app.get(TransactionalConnection);
      const rows = rawConnection.entityMetadatas.map(({ tableName }) =>
        rawConnection.query(`SELECT * FROM "${tableName}"`),
      );
      expect(findCardAndKeyTraces([searchSelfTestCard], JSON.stringify(await Promise.all(rows)))).toEqual([]);
      expect(findCardAndKeyTraces([searchSelfTestCard], stage.logged.join("\n"))).toEqual([]);
      // The search finds what is there.
      expect(findCardAndKeyTraces([searchSelfTestCard], JSON.stringify(metadata))).not.toEqual([]);
    });

    test("the card form of one order cannot pay another (B-43)", async () => {
      const forms: { action: string; formToken: string }[] = [];
      const codes: string[] = [];
      for (const buyer of [stage.buyer(), stage.buyer()]) {
        codes.push(await buyer.isReadyToPay(tea));
        forms.push(await buyer.start({ method: "card" }));
      }
      const [own, other] = [forms[0]!, forms[1]!];
      const response = await fetch(other.action, {
        method: "POST",
        redirect: "manual",
        headers: { origin: stage.origin, accept: "application/json" },
        body: new URLSearchParams({
          ...{ card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "0739" },
          form_token: own.formToken,
        }),
      });
      expect(response.status).toBe(403);
      for (const code of codes) expect(await statusOf(code)).toMatchObject({ state: "none" });
    });
  });
}
