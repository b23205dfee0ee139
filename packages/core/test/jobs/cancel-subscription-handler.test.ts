import { describe, expect, test } from "vitest";
import { openItem, retry } from "../fixtures/staff.ts";
import { CancelShop } from "../review/cancel-shop.ts";

/** A gateway that does not answer, then answers. */
const silence = () => new Response("", { status: 502 });
const pauses = [10, 60, 300, 1800, 7200, 21_600];
const day = 86_400;

async function unclear(): Promise<CancelShop> {
  const shop = await CancelShop.paid();
  shop.cancelAnswer = silence;
  expect(await shop.cancel("buyer")).toEqual({ outcome: "unclear", reason: "http_status" });
  return shop;
}

describe("CAN-RETRY: after an unclear answer", () => {
  test("the pauses grow, and after the last one staff get a review item that they can retry", async () => {
    const shop = await unclear();
    for (const [index, pause] of pauses.entries()) {
      expect(await shop.itemKinds()).toEqual([]);
      await shop.sweepAfter(pause - 1);
      expect(shop.cancellations).toHaveLength(index + 1);
      await shop.sweepAfter(1);
      expect(shop.cancellations).toHaveLength(index + 2);
    }
    expect(await shop.itemKinds()).toEqual(["subscription-not-cancelled"]);
    expect((await openItem(shop)).problem).toEqual({
      code: "cancellation_unclear",
      message:
        "The gateway gave no clear answer to the cancellation (http_status). Charges can go on until it confirms.",
    });
    expect(await shop.cancel("buyer")).toEqual({ outcome: "unclear", reason: "waiting" });
    expect(await retry(shop)).toMatchObject({ outcome: "failed" });
    shop.replies({});
    expect(await retry(shop)).toEqual({ outcome: "done" });
    expect((await shop.subscription()).state).toBe("closed");
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("a refusal after the caller left opens a review item", async () => {
    const shop = await unclear();
    shop.replies({ status: "error", msg: "not now" });
    await shop.sweepAfter(10);
    expect(await openItem(shop)).toMatchObject({
      kind: "subscription-not-cancelled",
      problem: { code: "cancellation_refused", message: expect.stringContaining("not now") },
    });
    expect((await shop.subscription()).state).toBe("active");
  });

  test.each([10, 100_000])(
    "a closing that the gateway reports completes the job, or resolves its item (%d s)",
    async (time) => {
      const shop = await unclear();
      if (time > day) await shop.sweepAfter(...pauses);
      const sent = shop.cancellations.length;
      await shop.cycle(1, { enabled: "0" });
      await shop.sweepAfter(day);
      expect(shop.cancellations).toHaveLength(sent);
      expect(await shop.itemKinds()).toEqual([]);
    },
  );
});

test("a shop without the option or the merchant gets a review item", async () => {
  const shop = await unclear();
  const later = new CancelShop({}, shop.store);
  later.now = shop.now;
  for (let tries = 0; tries < 12; tries++) await later.sweepAfter(3600);
  const problem = { code: "operation_disabled" };
  expect(await openItem(later)).toMatchObject({ kind: "subscription-not-cancelled", problem });
});
