import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Message, messagesOf } from "./encode-notification.ts";
import { named } from "./row.ts";
import { notificationRows as rows } from "./rows/notification.ts";
import { SocketShop, type StartedSale } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

/** Status and body of the reply; of many, the one that all of them got. */
async function reply(shop: SocketShop, sale: StartedSale, message: Message): Promise<string> {
  if (message.times === undefined) return shop.notify(sale, message);
  const replies = await Promise.all(Array.from({ length: message.times }, () => shop.notify(sale, message)));
  return [...new Set(replies)].join();
}

/** Nothing is lost: what was taken or kept can be read by staff, and what was refused was told to the shop. */
async function expectEvidence(
  shop: SocketShop,
  sale: StartedSale,
  told: { replies: string[]; tells: string | undefined; since: number },
) {
  const { attempts, reviewItems } = await shop.pay.status({ reference: sale.reference });
  const timeline = attempts.flatMap((payment) => payment.timeline.map(({ text }) => text));
  const evidence = [...timeline, ...reviewItems.map(({ problem }) => problem?.message ?? "")].join("\n");
  if (told.tells !== undefined) expect(evidence).toContain(told.tells);
  const events = shop.events.slice(told.since);
  const words = events.flatMap((event) => (event.event === "notification-refused" ? [event.code] : []));
  const refusals = told.replies.filter((text) => text !== "200 OK").map((text) => text.split(" ")[1]);
  expect(words).toEqual(refusals);
  if (refusals.length === 0) expect(timeline.length).toBeGreaterThan(2);
  expectNoSecret([events, evidence, shop.engine(sale.reference)]);
}

describe.each([
  ["no parser", "none"],
  ["a parser", "both"],
] as const)("notification, with %s before the router", (_parser, parser) => {
  let shop: SocketShop;
  beforeAll(async () => {
    shop = await new SocketShop().open(parser);
  });
  afterAll(() => shop.close());

  test.each(named(rows))("%s", async (_, row) => {
    const end = (parser === "both" ? row.behindParser : undefined) ?? row.end;
    const sale = await shop.sell();
    const since = shop.events.length;
    const replies: string[] = [];
    for (const message of messagesOf<Message>(row)) replies.push(await reply(shop, sale, message));
    expect(new Set(replies)).toEqual(new Set([end.reply]));
    const { state, reviewItems } = await shop.pay.status({ reference: sale.reference });
    expect(state).toBe(end.state);
    expect(reviewItems.map(({ kind }) => kind).sort()).toEqual(end.items);
    expect(shop.applied(sale.reference)).toBe(state === "paid" ? 1 : 0);
    await expectEvidence(shop, sale, { replies, tells: end.tells, since });

    expect(await reply(shop, sale, {})).toBe("200 OK");
    expect((await shop.pay.status({ reference: sale.reference })).state).toBe("paid");
    expect(shop.applied(sale.reference)).toBe(end.isHeldAfterwards === true ? 0 : 1);
  });
});
