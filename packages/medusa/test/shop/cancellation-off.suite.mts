import { expect, test } from "vitest";
import { StaffMember } from "./staff-member.mts";
import type { TestShop } from "./test-shop.mts";

/** A shop that does not set the options for cancelling subscriptions. */
export function cancellationOffSuite(open: () => TestShop): void {
  test("without the option buyersMayCancel, the buyer's route answers as an unknown route does", async () => {
    const buyer = open().buyer();
    await buyer.register("off@example.com");
    const cartId = await buyer.isReadyToPay(open().shop);
    const answerOf = async (name: string) => {
      const { status, body } = await buyer.raw(`/store/pay-index/subscriptions/${cartId}/${name}`, {});
      return { status, body: String(body).replaceAll(name, "NAME") };
    };
    const unknown = await answerOf("unknown");
    expect(unknown.status).toBe(404);
    expect(await answerOf("cancellation")).toEqual(unknown);
  });

  test("without the option operations.cancelSubscription, staff read which option to set", async () => {
    const staff = await StaffMember.signIn(open(), { email: "off-staff@example.com" });
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const path = `/pay-index/attempts/${open().attempt(cartId)}/cancellation`;
    expect(await staff.ask(path, {})).toMatchObject({
      status: 400,
      body: { type: "not_allowed", code: "pay_index_operation_disabled" },
    });
  });
}
