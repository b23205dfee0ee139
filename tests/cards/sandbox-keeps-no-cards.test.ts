import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type CanaryCard,
  challengeCard,
  declinedCard,
  findCardAndKeyTraces,
  searchSelfTestCard,
  successCard,
} from "@pay-index/conformance/card-canary";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sellSigned } from "../../packages/sandbox/test/fixtures/sale.ts";

/** A shop that takes any notification. */
const shop = createServer((request, response) => request.resume().on("end", () => response.end("OK")));
const log: string[] = [];
let sandbox: Sandbox;
beforeAll(async () => {
  await new Promise<void>((open) => shop.listen(0, "127.0.0.1", open));
  sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, log: (line) => log.push(line) });
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((closed) => shop.close(closed));
});

/** Its start page lists the cards that it knows, so that one can only be searched for this one. */
const stranger: CanaryCard = { number: "4012888888881881", cvv: successCard.cvv };

/** The gateway refuses a card as a gateway order ID. What fails Luhn is no card to it, and is searched for in the same way. */
const planted: CanaryCard = { ...searchSelfTestCard, number: "6011000990139420" };

/** Long enough for a gateway order ID, and found as the card in it. */
const numberFor = (card: CanaryCard) => `ORD${card.number}X`;

async function submit(
  card: CanaryCard,
  attemptId: string,
  more: Record<string, string> = {},
): Promise<string> {
  const answer = await sellSigned(sandbox.url, "card", {
    pay_orderid: attemptId,
    pay_notifyurl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/notify`,
    pay_cardno: card.number,
    pay_cardcvv: card.cvv,
    ...more,
  });
  return JSON.stringify(answer);
}

async function shown(): Promise<Record<string, string>> {
  const pages = [
    "/_sandbox/orders",
    "/",
    ...sandbox.orders().map(({ orderId: attemptId }) => `/_sandbox/orders/${attemptId}`),
  ];
  const texts = await Promise.all(pages.map(async (page) => (await fetch(sandbox.url + page)).text()));
  const [orderList = "", start = "", ...orders] = texts;
  return {
    orderList,
    start,
    orders: orders.join("\n"),
    log: log.join("\n"),
    code: JSON.stringify(sandbox.orders()),
  };
}

function foundIn(places: Record<string, string>, cards: readonly CanaryCard[]): string[] {
  return Object.keys(places).filter((place) =>
    findCardAndKeyTraces(cards, places[place] ?? "").some((how) => !how.startsWith("key ")),
  );
}

test("the sandbox's orders, pages and log contain no card, with any outcome (B-50)", async () => {
  const { number } = successCard;
  const answers: string[] = [];
  const statuses: unknown[] = [];
  for (const [id, card, more = {}] of [
    ["01", successCard],
    ["02", declinedCard],
    ["03", challengeCard],
    ["04", successCard, { pay_cardmonth: "13" }],
    ["05", successCard, { pay_cardyear: "2019" }],
    ["06", successCard, { pay_cardno: `${number}00000` }],
    ["07", successCard, { [`x${number}`]: number }],
    ["08", successCard, { pay_md5sign: number }],
    ["01", successCard],
    ["09", stranger],
  ] as const) {
    const answer = await submit(card, `ORDER0000000000000${id}`, more);
    answers.push(answer);
    statuses.push(JSON.parse(answer).status);
  }
  expect(statuses.join(" ")).toBe("0 2 1 error 2 error error error error 2");
  const { url } = JSON.parse(answers[2] ?? "");
  const page = await (await fetch(url)).text();
  await sandbox.nextDelivery("ORDER000000000000001");
  const places = { ...(await shown()), answers: answers.join("\n"), page };
  expect(foundIn(places, [stranger])).toEqual([]);
  expect(foundIn({ ...places, start: "" }, [successCard, declinedCard, challengeCard])).toEqual([]);

  // Control: the same search finds digits that stand where a gateway order ID does.
  expect(JSON.parse(await submit(successCard, numberFor(searchSelfTestCard))).status).toBe("error");
  await submit(successCard, numberFor(planted));
  expect(foundIn(await shown(), [planted])).toEqual(["orderList", "start", "orders", "log", "code"]);
});
