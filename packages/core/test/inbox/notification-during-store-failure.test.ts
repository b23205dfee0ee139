import { expect, test } from "vitest";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

/** A store whose reads or writes can fail. */
class FailingStore extends MemoryStore {
  broken: "no" | "writes" | "all" = "no";

  override async findAttempt(attemptId: string) {
    if (this.broken === "all") throw new Error("connect ECONNREFUSED");
    return super.findAttempt(attemptId);
  }

  override async receive(...entry: Parameters<MemoryStore["receive"]>) {
    if (this.broken !== "no") throw new Error("the disk is full");
    return super.receive(...entry);
  }
}

test.each([
  ["writes", { tenant: "default", reference: "order-1" }, "the disk is full"],
  ["all", {}, "connect ECONNREFUSED"],
] as const)(
  "the event of a 503 names the attempt, the cause and a solution while %s fail (B-23)",
  async (broken, payment, cause) => {
    const store = new FailingStore();
    const shop = new TestShop({}, store);
    const { attemptId } = await shop.gateway.start(hostedSaleInput());
    store.broken = broken;
    expect(await shop.notify()).toMatchObject({ status: 503, body: "later" });
    expect(shop.events.at(-1)).toEqual({
      event: "notification-refused",
      code: "later",
      attemptId,
      ...payment,
      message: expect.stringMatching(
        /^The notification has no OK, so the gateway repeats it\. Check the database\. /,
      ),
    });
    expect(shop.events.at(-1)).toMatchObject({ message: expect.stringContaining(cause) });
    store.broken = "no";
    expect([(await shop.notify()).body, await shop.state()]).toEqual(["OK", "paid"]);
  },
);
