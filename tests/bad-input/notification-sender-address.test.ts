import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { named } from "./row.ts";
import {
  permittedAddress,
  notificationSenderAddressRows as rows,
} from "./rows/notification-sender-address.ts";
import { SocketShop } from "./socket-shop.ts";
import { watchProcess } from "./watch-process.ts";

watchProcess();

describe.each([...new Set(rows.map(({ proxies }) => proxies))])("the sender, with proxies: %i", (proxies) => {
  let shop: SocketShop;
  beforeAll(async () => {
    const notifyFrom = { addresses: [permittedAddress], proxies };
    shop = await new SocketShop().open("none", { notifyFrom });
  });
  afterAll(() => shop.close());

  const own = rows.filter((row) => row.proxies === proxies);
  test.each(named(own))("%s", async (_, { headers, end }) => {
    const sale = await shop.sell();
    expect(await shop.notify(sale, {}, headers)).toBe(end);
    const isPaid = end === "200 OK";
    const { state, reviewItems } = await shop.pay.status({ reference: sale.reference });
    expect([state, shop.applied(sale.reference)]).toEqual(isPaid ? ["paid", 1] : ["pending", 0]);
    expect(reviewItems.map(({ kind }) => kind)).toEqual(isPaid ? [] : ["not-verified"]);

    const [item] = reviewItems;
    if (item === undefined) return;
    await shop.pay.retryReviewItem(item.id, { operator: { id: "user_1" } });
    expect((await shop.pay.status({ reference: sale.reference })).state).toBe("paid");
    expect(shop.applied(sale.reference)).toBe(1);
  });
});
