import { expect, test } from "vitest";
import type { TestShop } from "./test-shop.mts";

const berlin = "pp_pay-index_hosted_berlin";
const berlinCard = "pp_pay-index_card_berlin";

/** One cart that two merchants could be paid for, on a real Medusa. */
export function twoMerchantsSuite(open: () => TestShop): void {
  const attemptsOf = async (cartId: string) =>
    (await open().payIndex.paymentOfCart(cartId)).attempts.map(({ number, merchantTenant, state }) => [
      number,
      merchantTenant,
      state,
    ]);

  async function withBerlin<Result>(run: () => Promise<Result>, provider = berlin): Promise<Result> {
    const takeOut = await open().bringIn(provider);
    try {
      return await run();
    } finally {
      await takeOut();
    }
  }

  async function ready() {
    const buyer = open().buyer();
    return { buyer, cartId: await buyer.isReadyToPay(open().shop) };
  }

  test("attempts of one cart at two merchants are one payment with one state and one numbering (ENG-SPAN)", () =>
    withBerlin(async () => {
      const { buyer, cartId } = await ready();
      for (const [provider_id, outcome] of [
        ["pp_pay-index_hosted", "failed"],
        [berlin, "paid"],
      ] as const) {
        expect(await buyer.start({ provider_id })).toMatchObject({
          body: { payment: { state: "redirect" } },
        });
        const attemptId = open().attempt(cartId);
        await open().control.resolve(attemptId, { outcome });
        await open().control.nextDelivery(attemptId);
        await open().processed(attemptId);
      }
      expect(await attemptsOf(cartId)).toEqual([
        [1, "default", "failed"],
        [2, "berlin", "paid"],
      ]);
      expect((await open().payIndex.paymentOfCart(cartId)).placedOrder).toBeDefined();
    }));

  test("money under review at one merchant prevents a charge at the other (ENG-SPAN)", () =>
    withBerlin(async () => {
      const { buyer, cartId } = await ready();
      await buyer.start({ provider_id: berlin });
      const attemptId = open().attempt(cartId);
      const fault = { kind: "wrong_amount", trueAmount: "1.00" } as const;
      await open().control.setFaults({ of: "order", orderId: attemptId }, [fault]);
      expect(await open().paid(cartId)).toBe("200 OK");
      expect(await buyer.start({ provider_id: "pp_pay-index_hosted" })).toMatchObject({
        body: { payment: { state: "review" } },
      });
      expect(await attemptsOf(cartId)).toEqual([[1, "berlin", "review"]]);
    }));

  test("a card goes to the merchant whose provider the buyer chose (ENG-SPAN)", () =>
    withBerlin(async () => {
      const { buyer, cartId } = await ready();
      const { body } = await buyer.start({ provider_id: berlinCard });
      const sent = await buyer.postCard(body.payment);
      expect(sent.status, sent.text).toBe(303);
      const attemptId = open().attempt(cartId);
      await open().control.nextDelivery(attemptId);
      await open().processed(attemptId);
      expect(await attemptsOf(cartId)).toEqual([[1, "berlin", "paid"]]);
      // A second click leads to the order's page.
      expect(await buyer.postCard(body.payment)).toMatchObject({
        status: 303,
        location: expect.stringContaining(cartId),
      });
    }, berlinCard));
}
