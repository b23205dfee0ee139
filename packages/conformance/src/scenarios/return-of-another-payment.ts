import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const returnOfAnotherPaymentScenario: Scenario = {
  title: "A gateway order ID with the return token of another payment displays nothing about the payment",
  cites: ["B-41", "B-43"],

  async play({ shop, order, buyer, gateway }) {
    const [tea, coffee] = [await order(), await order()];
    const [ofTea, ofCoffee] = [await buyer.submits(tea), await buyer.submits(coffee)];
    await gateway.setOutcome(ofTea, "paid");
    const { callback } = await gateway.submittedUrls(ofCoffee);
    const token = new URL(callback).pathname.split("/").at(-1);
    expect(await buyer.opens(callback)).toMatchObject({ status: 200, isWaiting: true });
    for (const page of ["return", "wait", "status"]) {
      const seen = await buyer.opens(`${shop.publicUrl}/${page}/${ofTea.attemptId}/${token}`);
      expect(seen.status).toBe(404);
    }
  },
};
