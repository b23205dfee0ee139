import { afterEach, describe, expect, test, vi } from "vitest";
import { RawConnection, requestHeadWithLength } from "../../../tests/connections/index.ts";
import { closeShops, type ShopSetup, TestShop } from "../../express/test/test-shop.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
});

interface HalfRequest {
  readonly release?: NonNullable<ShopSetup["release"]>;
  readonly options?: ShopSetup["options"];
  readonly path: (shop: TestShop) => string;
  readonly headers?: (shop: TestShop) => string;
}

/** A shop that has the head of a request, whose body does not come. */
async function halfRequest({ release = 5, options = {}, path, headers = () => "" }: HalfRequest) {
  const shop = await TestShop.open({ release, options });
  await shop.start();
  const arrived = shop.requested();
  const connection = await RawConnection.open(shop.origin);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  connection.send(`${requestHeadWithLength({ path: path(shop), headers: headers(shop) }, 500)}memberid=1`);
  await arrived;
  /** The server of Hono lets one timer pass before it sends. */
  const reply = async () => {
    await vi.advanceTimersByTimeAsync(1);
    return connection.reply();
  };
  return { shop, connection, reply };
}

describe.each([4, 5, "fetch"] as const)("on Express or fetch: %s", (release) => {
  test("a notification whose body does not arrive within ten seconds is refused with `slow`, also with one byte a second", async () => {
    const { shop, connection, reply } = await halfRequest({ release, path: ({ notifyPath }) => notifyPath });
    for (let second = 1; second < 10; second++) {
      await vi.advanceTimersByTimeAsync(1_000);
      connection.send("x");
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(shop.refusals).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const { status, body, headers } = await reply();
    expect([status, body, headers.connection]).toEqual([408, "slow", "close"]);
    expect(shop.refusals).toEqual(["slow"]);
    await vi.advanceTimersByTimeAsync(2_000);
    await connection.ended();
    vi.useRealTimers();
    expect((await shop.notify()).body).toBe("OK");
  });

  test("a buyer whose return form does not arrive is sent to the waiting page", async () => {
    const { reply } = await halfRequest({ release, path: ({ returnPath }) => returnPath });
    await vi.advanceTimersByTimeAsync(10_000);
    const { status, headers } = await reply();
    expect([status, headers.connection]).toEqual([303, "close"]);
    expect(headers.location).toContain("/pay/wait/");
  });
});

test("a card form that does not arrive is refused with `slow`", async () => {
  const { reply } = await halfRequest({
    options: { acceptRawCards: true, cardSale: () => undefined },
    path: () => "/pay/card/default/order-2",
    headers: ({ origin }) => `origin: ${origin}\r\naccept: application/json\r\n`,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  const { status, body } = await reply();
  expect([status, JSON.parse(body).code]).toEqual([408, "slow"]);
});
