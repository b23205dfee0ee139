import { expect, test, vi } from "vitest";
import { buyer, hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { cardSale } from "./card-sale.ts";

/** A shop whose store fails once the gateway has answered, until it is mended. */
function shopWithFailingStore(answer: Response) {
  const shop = new TestShop();
  const commit = vi.spyOn(shop.store, "commit");
  shop.answer = () => {
    commit.mockRejectedValue(new Error("disk full"));
    return answer;
  };
  return { shop, mend: () => commit.mockRestore() };
}

test("an answer that cannot be stored stops neither the buyer nor the notification", async () => {
  const { shop, mend } = shopWithFailingStore(redirectResponse("https://gateway.test/page/1"));
  const started = await shop.gateway.start(hostedSaleInput());
  expect(started).toMatchObject({ state: "redirect", url: "https://gateway.test/page/1" });
  expect(shop.events).toContainEqual(expect.objectContaining({ event: "response-not-stored" }));
  mend();
  await shop.notify();
  expect(await shop.state()).toBe("paid");
});

test("an answer that could not be stored is stored later, because an approval prevents a second charge", async () => {
  const { shop, mend } = shopWithFailingStore(Response.json({ status: 0, msg: "transaction success" }));
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "waiting" });
  expect(await shop.state()).toBe("created");
  mend();
  await shop.gateway.close();
  expect(await shop.state()).toBe("approved");
});

test("the store contains neither tokens nor the buyer's data (URL-TOKENS)", async () => {
  const shop = new TestShop();
  const started = await shop.gateway.start(hostedSaleInput());
  const kept = JSON.stringify(await shop.store.findAttempt(started.attemptId));
  const urls = [shop.lastForm.get("pay_notifyurl"), shop.lastForm.get("pay_callbackurl")];
  for (const token of urls.map((url) => url?.split("/").at(-1) ?? "missing"))
    expect(kept).not.toContain(token);
  for (const value of [buyer.firstName, buyer.email, buyer.phone, buyer.ip])
    expect(kept).not.toContain(value);
  expect(urls[0]).not.toBe(urls[1]);
});
