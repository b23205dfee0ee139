import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const returnHintRecordedScenario: Scenario = {
  title: "What the buyer's browser reports is stored for staff as not verified, once, and pays nothing",
  cites: ["B-22", "B-29", "B-32"],

  async play({ submittedOrder, buyer, gateway }) {
    const { tea, attempt } = await submittedOrder();
    const { url } = await buyer.leaves(attempt);
    const back = new URL(url);
    for (const status of ["processing", "succeeded", "processing", "succeeded", "unknown"]) {
      back.searchParams.set("paymentStatus", status);
      expect(await buyer.opens(back.href)).toMatchObject({ status: 200, isWaiting: true });
    }
    await tea.is("pending");
    const [{ returnHints, timeline } = { returnHints: [], timeline: [] }] = await tea.attempts();
    expect(returnHints.map(({ result }) => result)).toEqual(["processing", "succeeded"]);
    const lines = timeline.filter(({ source }) => source === "buyer");
    expect(lines.map(({ text }) => text)).toEqual([
      "The buyer's browser reported that the payment is being processed. This is not verified.",
      "The buyer's browser reported a successful payment. This is not verified.",
    ]);

    await gateway.setOutcome(attempt, "paid");
    await tea.is("paid");
  },
};
