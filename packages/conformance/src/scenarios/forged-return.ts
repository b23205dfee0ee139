import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const forgedReturnScenario: Scenario = {
  title: "No value that a browser brings back pays or fails a payment",
  cites: ["B-08", "B-41", "B-42"],
  variants: ["hosted", "link", "apm"],

  async play({ submittedOrder, buyer, gateway }, variant) {
    const { tea, attempt } = await submittedOrder(variant);
    const { url } = await buyer.leaves(attempt);
    const forged = new URL(url);
    for (const status of ["succeeded", "fail", "processing", "paid"]) {
      forged.searchParams.set("paymentStatus", status);
      expect(await buyer.opens(forged.href)).toMatchObject({ status: 200, isWaiting: true });
      const posted = { url: forged.origin + forged.pathname, form: Object.fromEntries(forged.searchParams) };
      expect(await buyer.opens(posted)).toMatchObject({ status: 200, isWaiting: true });
    }
    await tea.is("pending");

    await gateway.setOutcome(attempt, "paid");
    forged.searchParams.set("paymentStatus", "fail");
    expect(await buyer.opens(forged.href)).toMatchObject({ isWaiting: false });
    await tea.is("paid");
  },
};
