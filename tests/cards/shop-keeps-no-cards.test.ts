import { DatabaseSync } from "node:sqlite";
import { canaryMerchantKeys, searchSelfTestCard, successCard } from "@pay-index/conformance/card-canary";
import { afterEach, describe, expect, test } from "vitest";
import { cardSale } from "../../packages/express/test/card-shop.ts";
import { notificationFields, signFields } from "../../packages/express/test/signed-notification.ts";
import { type CardFormInput, CardShop, type CardShopSettings } from "./card-shop.ts";

let shop: CardShop;
afterEach(() => shop.close());

interface Sent {
  readonly form: URLSearchParams;
  readonly body: string;
  /** All that the gateway was sent, in the ways in which servers repeat it. */
  readonly all: string;
}

const answers = (answer: (sent: Sent) => object): CardShopSettings => ({
  gateway: (form, response) => {
    const body = form.toString();
    const all = `${body} ${JSON.stringify(Object.fromEntries(form))}`;
    response.end(JSON.stringify(answer({ form, body, all })));
  },
});

const page = "https://gateway.example/3d";

const broken = async () => {
  throw new Error("the shop's own trouble");
};

interface Path {
  readonly setting?: CardShopSettings;
  readonly typed?: CardFormInput;
  /** 303 by default. */
  readonly status?: number;
  /** Before the card is sent. */
  readonly first?: (shop: CardShop) => unknown;
  readonly after?: (shop: CardShop) => Promise<unknown>;
  /** The gateway put the card into the address that the buyer must go to: it may stand there, and nowhere else. */
  readonly inAddress?: true;
}

const json = { accept: "application/json" };

const { number } = successCard;

const paths: Record<string, Path> = {
  success: {},
  "success, for a script": { typed: { headers: json }, status: 200 },
  "success, then notified": { after: (open) => notify(open) },
  declined: { setting: answers(() => ({ status: 2, msg: "declined" })) },
  "3D": { setting: answers(() => ({ status: 1, url: `${page}/7` })) },
  "a card that cannot be": {
    typed: { fields: { card_month: "13", card_number: `${number}00000` } },
    status: 422,
  },
  "a card that cannot be, for a script": {
    typed: { fields: { card_month: number }, headers: json },
    status: 422,
  },
  "fields that are mixed up": {
    typed: { fields: { card_year: number, card_cvv: number, [number]: number } },
    status: 422,
  },
  expired: { typed: { fields: { card_year: "2019" } }, status: 422 },
  "a wrong token": { typed: { fields: { form_token: number } }, status: 403 },
  "a wrong origin": { typed: { headers: { origin: "https://evil.example" } }, status: 403 },
  "too many attempts": {
    setting: answers(() => ({ status: 2, msg: "declined" })),
    first: async (open) => {
      for (let attempt = 0; attempt < 5; attempt++) await open.charge();
    },
    status: 429,
  },
  "a gateway that is down": { setting: { gateway: "nobody" } },
  "a gateway that breaks off": { setting: { gateway: (_form, response) => void response.socket?.destroy() } },
  "a gateway that repeats all in msg, declined": { setting: answers(({ all }) => ({ status: 2, msg: all })) },
  "a gateway that repeats all in msg, rejected": {
    setting: answers(({ all }) => ({ status: "error", msg: all })),
  },
  "a gateway that repeats all in msg, as base 64": {
    setting: answers(({ all }) => ({ status: 2, msg: Buffer.from(all).toString("base64") })),
  },
  "a gateway that repeats all in msg, approved": { setting: answers(({ all }) => ({ status: 0, msg: all })) },
  "a gateway that repeats only the card": {
    setting: answers(({ form }) => {
      const parts = ["pay_cardcvv", "pay_cardno"].map((name) => `${name}=${form.get(name)}`);
      return { status: 2, msg: parts.join(" ") };
    }),
  },
  "a gateway that repeats all in url": {
    setting: answers(({ body }) => ({ status: 1, url: `${page}?${body}` })),
    inAddress: true,
  },
  "a gateway that repeats all in url, as base 64": {
    setting: answers(({ body }) => ({
      status: 1,
      url: `${page}/${Buffer.from(body).toString("base64url")}`,
    })),
    inAddress: true,
  },
  "a gateway that repeats only the code in url": {
    setting: answers(({ form }) => ({ status: 1, url: `${page}?cvv=${form.get("pay_cardcvv")}` })),
    inAddress: true,
  },
  "a gateway that answers with all as HTML": {
    setting: { gateway: (form, response) => void response.writeHead(500).end(`<pre>${form}</pre>`) },
  },
  "a store that is down": { first: lock, status: 503 },
  "a store that is down, for a script": { typed: { headers: json }, first: lock, status: 503 },
  "onPaid that throws": { setting: { options: { onPaid: broken } }, after: (open) => notify(open) },
  "cardSale that throws what it was handed": {
    setting: {
      options: {
        cardSale: ({ request }) => {
          throw Object.assign(new Error(`no: ${number}`), { request });
        },
      },
    },
    status: 500,
  },
  "no such order": { setting: { options: { cardSale: () => undefined } }, status: 404 },
  "a sale that lacks something": {
    setting: { options: { cardSale: (about) => ({ ...cardSale(about), items: [] }) } },
    status: 422,
  },
  "a body that is too large": { typed: { body: `card_number=${number}&x=${"x".repeat(9000)}` }, status: 413 },
  "a body that is JSON": {
    typed: { headers: { "content-type": "application/json" }, body: JSON.stringify({ card_number: number }) },
    status: 415,
  },
  "a body that is broken JSON": {
    typed: { headers: { "content-type": "application/json" }, body: `{"card_number":"${number}",` },
    status: 415,
  },
};

/** A writer that does not end: every write of the shop is refused until the file is closed. */
async function lock(open: CardShop): Promise<void> {
  // The page with the form was shown before.
  await open.pay.cardForm({ reference: "order-1" });
  const other = new DatabaseSync(open.file);
  other.exec("BEGIN IMMEDIATE");
  open.onClose(() => other.close());
}

async function notify(open: CardShop): Promise<void> {
  const { gateway, notifyPath } = open.shop;
  const body = signFields(notificationFields(gateway.lastForm), canaryMerchantKeys[0]);
  expect(await open.send(notifyPath, { body })).toBe(200);
}

describe.each([
  ["no parser", false],
  ["parsers", true],
] as const)("with %s before the router, nothing holds the card or a key after", (_, parsers) => {
  test.each(Object.entries(paths))(
    "%s (B-50)",
    async (_name, { setting, typed, status = 303, first, after, inAddress }) => {
      shop = await new CardShop().open({ ...setting, parsers });
      await first?.(shop);
      const answered = await shop.charge(typed);
      const brokenJson = parsers && answered === 400 && status === 415;
      expect(brokenJson ? 415 : answered).toBe(status);
      await after?.(shop);
      if (inAddress) shop.seen.responses.length = 0;
      expect(await shop.traces([successCard])).toEqual({});
      expect(shop.seen.events).not.toEqual([]);
    },
  );
});

test("control: the search finds a card in an event, an error, a response, a print, a row and a file", async () => {
  shop = await new CardShop().open({});
  await shop.charge({ reference: `order-${searchSelfTestCard.number}` });
  await shop.send(`/planted/${searchSelfTestCard.number}`);
  const places = Object.keys(await shop.traces([searchSelfTestCard])).sort();
  expect(places.join(" ")).toBe("errors events files printed requests responses status tables");
  expect(shop.spanNames).toContain("start payment");
  expect(await shop.traces([successCard])).toEqual({});
});
