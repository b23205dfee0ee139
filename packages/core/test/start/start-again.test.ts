import { expect, test, vi } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { Sale } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { cardSale } from "./card-sale.ts";

/** The attempt and the token of a page's address. */
function pageAt(url: string) {
  const [attemptId = "", token = ""] = url.split("/").slice(-2);
  return { attemptId, token };
}
const returnPage = (shop: TestShop) => pageAt(shop.lastForm.get("pay_callbackurl") ?? "");

test("a process that has not read a new secret recognizes the sale that another process started with it (B-12)", async () => {
  const store = new MemoryStore();
  const [first, second] = [new TestShop({}, store), new TestShop({}, store)];
  await second.gateway.start(hostedSaleInput("earlier"));
  await first.gateway.rotateSecret();
  const { attemptId } = await first.gateway.start(hostedSaleInput());
  expect(await second.gateway.start(hostedSaleInput())).toMatchObject({ attemptId, reused: true });
});

/** Two clicks of one buyer: the gateway is at the first, and the second was given a waiting page. */
async function clickedTwice(sale: () => Sale) {
  const shop = new TestShop();
  let answer: (response: Response) => void = () => {};
  shop.answer = () => new Promise((resolve) => (answer = resolve));
  const first = shop.gateway.start(sale());
  await vi.waitUntil(() => shop.submissions.length === 1);
  const { url } = await shop.gateway.start(sale());
  return {
    shop,
    answered: (response: Response) => {
      answer(response);
      return first;
    },
    second: () => shop.gateway.buyerStatus(pageAt(url)),
    first: () => shop.gateway.buyerStatus(returnPage(shop)),
  };
}

test("a second click awaits the gateway's answer, and a returned buyer awaits the confirmation", async () => {
  const { answered, second, first } = await clickedTwice(cardSale);
  expect(await second()).toMatchObject({ awaits: "answer" });
  expect(await first()).toMatchObject({ awaits: "confirmation" });
  await answered(Response.json({ status: 0, msg: "transaction success" }));
  expect(await second()).toMatchObject({ state: "approved", awaits: "confirmation" });
});

test.each(["hosted", "link", "apm"] as const)(
  "both clicks can be repeated if the gateway returned no page: %s (ENG-START)",
  async (variant) => {
    for (const response of [new Response("", { status: 504 }), new Response("<html>")]) {
      const { shop, answered, second, first } = await clickedTwice(() => ({ ...hostedSaleInput(), variant }));
      expect(await second()).toMatchObject({ url: undefined, awaits: "answer" });
      expect(await answered(response)).toMatchObject({ state: "unreachable", url: "/retry/order-1" });
      expect(await second()).toMatchObject({ state: "pending", url: "/retry/order-1" });
      expect(await first()).toMatchObject({ url: undefined, awaits: "confirmation" });
      await shop.notify();
      expect(await second()).toMatchObject({ state: "paid", url: "/orders/order-1?paid" });
    }
  },
);

test("a second click cannot be repeated while another attempt has money", async () => {
  const { shop, answered, second } = await clickedTwice(hostedSaleInput);
  await answered(new Response("", { status: 504 }));
  shop.answer = Response.json({ status: 0, msg: "transaction success" });
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "waiting", reused: false });
  expect(await second()).toMatchObject({ state: "approved", url: undefined, awaits: "confirmation" });
});

test("a second click on a card with an unknown outcome does not lead to another payment", async () => {
  const { shop, answered, second } = await clickedTwice(cardSale);
  await answered(new Response("", { status: 504 }));
  for (const seconds of [0, 16 * 60]) {
    shop.pass(seconds);
    expect(await second()).toMatchObject({ state: "pending", url: undefined, awaits: "confirmation" });
  }
});

test("a second click on a submission that a crash interrupted can be repeated after its time limit", async () => {
  const { shop, second } = await clickedTwice(hostedSaleInput);
  shop.pass(59);
  expect(await second()).toMatchObject({ state: "created", url: undefined, awaits: "answer" });
  shop.pass(1);
  expect(await second()).toMatchObject({ state: "created", url: "/retry/order-1" });

  const charged = await clickedTwice(cardSale);
  charged.shop.pass(60);
  expect(await charged.second()).toMatchObject({ url: undefined, awaits: "confirmation" });
});

test("a second click that returned the payment page awaits the confirmation once the page is old", async () => {
  const { shop, answered, second } = await clickedTwice(hostedSaleInput);
  await answered(redirectResponse("https://gateway.test/page/1"));
  expect(await second()).toMatchObject({ url: "https://gateway.test/page/1" });
  shop.pass(15 * 60);
  expect(await second()).toMatchObject({ url: undefined, awaits: "confirmation" });
});

test.each([
  ["hosted page", hostedSaleInput, {}, 30],
  ["card", cardSale, {}, 870],
  ["card that bars others for a second", cardSale, { unknownHold: 1 }, 30],
])(
  "a sale with a %s that was stored so late that another may have started is not sent (ENG-START)",
  async (...[, sale, options, late]) => {
    for (const seconds of [late - 1, late]) {
      const shop = new TestShop(options);
      const commit = shop.store.commit.bind(shop.store);
      vi.spyOn(shop.store, "commit").mockImplementationOnce(async (change) => {
        const outcome = await commit(change);
        shop.pass(seconds);
        return outcome;
      });
      const started = shop.gateway.start(sale());
      if (seconds < late) await started;
      else await expect(started).rejects.toMatchObject({ code: "store_unavailable" });
      expect(shop.submissions).toHaveLength(seconds < late ? 1 : 0);
    }
  },
);

test("an attempt is as old as its commit, however long its payment was loaded (ENG-START)", async () => {
  const shop = new TestShop();
  const load = shop.store.load.bind(shop.store);
  vi.spyOn(shop.store, "load").mockImplementationOnce(async (...read) => {
    const payment = await load(...read);
    shop.pass(62);
    return payment;
  });
  await shop.gateway.start(hostedSaleInput());
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  expect(attempts[0]?.createdAt).toBe(shop.now.toISOString());
});
