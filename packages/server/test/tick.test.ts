import { afterEach, describe, expect, test, vi } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";
import { startTick } from "../src/shop/tick.ts";

afterEach(closeShops);

describe("the tick", () => {
  afterEach(() => void vi.useRealTimers());

  test("runs at once, never overlaps itself, and can be stopped", async () => {
    vi.useFakeTimers();
    let runs = 0;
    let release = () => {};
    const stop = startTick(() => {
      runs++;
      return new Promise<void>((resolve) => (release = resolve));
    }, 10);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBe(1);
    release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(2);
    release();
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs).toBe(2);
  });

  test("stops when the shop is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const shop = await TestShop.open({ options: { tickEvery: 10 } });
    expect(vi.getTimerCount()).toBe(1);
    await shop.pay.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not start with an interval of 0", async () => {
    let ticks = 0;
    startTick(async () => void ticks++, 0)();
    expect(ticks).toBe(0);
  });
});
