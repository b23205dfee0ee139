import { Browser } from "@pay-index-apps/demo/buyer/browser";
import { until } from "@pay-index-apps/demo/buyer/until";
import { passGateway, waitForOrder } from "@pay-index-apps/demo/buyer/way-back";
import { cards } from "@pay-index-apps/demo/buyer/wish";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkOut, fillCart } from "../src/buyer/purchase.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage.close());

const newBuyer = () => new Browser({ cookies: true });
const heading = ({ page }: Browser) => page.root.querySelector("h1")?.textContent;
const stateOf = ({ page }: Browser) =>
  page.root.querySelector("[data-state]")?.getAttribute("data-state") ?? undefined;
const textOf = ({ page }: Browser, selector: string) => page.root.querySelector(selector)?.textContent ?? "";
const isCaptured = (cart: string) =>
  until("the order to be placed", async () =>
    (await stage.witness.orderState(cart)) === "captured" ? true : undefined,
  );

async function withLamp(): Promise<Browser> {
  const buyer = newBuyer();
  await buyer.open(stage.shopUrl);
  await buyer.submit('button[data-sku="lamp"]');
  return buyer;
}

/** A buyer who has only to choose how to pay. */
async function atPayment(): Promise<{ buyer: Browser; cart: string }> {
  const buyer = newBuyer();
  return { buyer, cart: await fillCart(buyer, stage.shopUrl) };
}

describe("the cart", () => {
  it("is the buyer's own, and changes by its form", async () => {
    const buyer = await withLamp();
    await buyer.open("/");
    await buyer.submit('button[data-sku="mug"]');
    const lines = buyer.page.root.querySelectorAll(".lines li");
    const lineOf = (name: string) =>
      lines
        .find((line) => line.textContent.includes(name))
        ?.querySelector("input")
        ?.getAttribute("name") ?? "";
    const typed = { [lineOf("lamp")]: "0", [lineOf("mug")]: "3" };
    await buyer.submit("input[type=number]", typed);
    expect(textOf(buyer, ".total")).toContain("$50.40");
    const stranger = newBuyer();
    await stranger.open(new URL("/cart", stage.shopUrl));
    expect(heading(stranger)).toBe("Your cart is empty");
  });

  it("has no place for what is not sold", async () => {
    const buyer = await withLamp();
    await buyer.open("/");
    buyer.page.root.querySelector('button[data-sku="mug"]')?.setAttribute("value", "variant_4711");
    await buyer.submit('button[data-sku="mug"]');
    expect(buyer.page.status).toBeGreaterThanOrEqual(400);
    expect(buyer.page.status).toBeLessThan(500);
  });
});

describe("the checkout", () => {
  it.each(["/checkout", "/checkout/shipping", "/checkout/payment", "/checkout/card/card"])(
    "leads from %s to the cart while there is nothing in it",
    async (path) => {
      const buyer = newBuyer();
      await buyer.open(new URL(path, stage.shopUrl));
      expect(buyer.page.url.pathname).toBe("/cart");
    },
  );

  it("leads back to the first step that is not done", async () => {
    const buyer = await withLamp();
    await buyer.open("/checkout/payment");
    expect(buyer.page.url.pathname).toBe("/checkout");
  });

  it("escapes a name and says what is wrong where it is wrong", async () => {
    const buyer = await withLamp();
    await buyer.open("/checkout");
    const lastName = `<script>alert("x")</script>`;
    await buyer.submit('form[action="/checkout"] button', { lastName, phone: "none" });
    expect(buyer.page.status).toBe(422);
    const { root } = buyer.page;
    expect(root.querySelector("script")).toBeNull();
    expect(root.querySelector("#lastName")?.getAttribute("value")).toBe(lastName);
    expect(root.querySelector("#phone")?.getAttribute("aria-describedby")).toBe("phone-problem");
    expect(textOf(buyer, "#phone-problem")).toContain("telephone");
    expect(root.querySelector("#lastName-problem")).toBeNull();
  });

  it("says what only the payment's own check finds", async () => {
    const { buyer } = await atPayment();
    await buyer.open("/checkout");
    await buyer.submit('form[action="/checkout"] button', { phone: "1".repeat(60) });
    await buyer.submit('form[action="/checkout/shipping"] button');
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.status).toBe(422);
    expect(textOf(buyer, "[role=alert]")).toContain("50 characters");
  });

  it("takes no way to pay that is not offered", async () => {
    const { buyer } = await atPayment();
    const before = stage.sandbox.orders().length;
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "cash" });
    expect(buyer.page.status).toBe(422);
    await buyer.open("/checkout/card/cash");
    expect(buyer.page.status).toBe(404);
    expect(stage.sandbox.orders()).toHaveLength(before);
  });

  it("sends a double click to one payment", async () => {
    const { buyer, cart } = await atPayment();
    const before = stage.sandbox.orders().length;
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    const first = buyer.page.url.href;
    await buyer.open(new URL("/checkout/payment", stage.shopUrl));
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.url.href).toBe(first);
    expect(stage.sandbox.orders()).toHaveLength(before + 1);
    expect(stage.sandbox.orders().at(-1)).toMatchObject({ amount: "57.00", currency: "USD" });
    expect(await stage.witness.orderState(cart)).toBe("missing");
  });

  it("asks for whole cents where tax leaves a fraction of one", async () => {
    const buyer = newBuyer();
    await buyer.open(stage.shopUrl);
    await buyer.submit('button[data-sku="notebook"]');
    const cart = await fillCart(buyer, stage.shopUrl);
    expect(textOf(buyer, ".total")).toContain("$79.79");
    await checkOut(buyer, { variant: "hosted", card: cards.good });
    expect(stage.sandbox.orders().at(-1)).toMatchObject({ amount: "79.79" });
    await passGateway(buyer, cards.good);
    await isCaptured(cart);
  });
});

describe("an order", () => {
  it("is found by nobody who does not know its address", async () => {
    const stranger = newBuyer();
    await stranger.open(new URL("/orders/cart_01NOSUCHCART", stage.shopUrl));
    expect(stranger.page.status).toBe(404);
  });

  it("waits for a buyer who left the payment page, and leads on to it", async () => {
    const { buyer, cart } = await atPayment();
    await checkOut(buyer, { variant: "hosted", card: cards.good });
    const gateway = buyer.page.url.href;
    await buyer.open(new URL(`/orders/${cart}`, stage.shopUrl));
    expect(stateOf(buyer)).toBe("pending");
    await buyer.click('a[href="/checkout/payment"]');
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.url.href).toBe(gateway);
  });

  it("that was changed while it was paid is paid and not placed, and its page says so", async () => {
    const { buyer, cart } = await atPayment();
    await checkOut(buyer, { variant: "hosted", card: cards.good });
    const gateway = buyer.page.url;
    await buyer.open(new URL("/", stage.shopUrl));
    await buyer.submit('button[data-sku="mug"]');
    await buyer.open(gateway);
    await passGateway(buyer, cards.good);
    await waitForOrder(buyer);
    await buyer.open(new URL(`/orders/${cart}`, stage.shopUrl));
    expect(stateOf(buyer)).toBe("paid");
    expect(textOf(buyer, "[data-state]")).toContain("is being placed");
    expect(await stage.witness.orderState(cart)).toBe("missing");
  });

  it("charges a card once when its form is sent twice", async () => {
    const { buyer, cart } = await atPayment();
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "card" });
    const { root, url } = buyer.page;
    const form = root.querySelector("form:has(input[name=card_number])");
    const form_token = form?.querySelector("input[name=form_token]")?.getAttribute("value") ?? "";
    const fields = { form_token, card_number: cards.good, card_month: "12", card_year: "2099" };
    const body = () => new URLSearchParams({ ...fields, card_cvv: "123", amount: "0.01" });
    const headers = { origin: url.origin, "user-agent": "test" };
    const action = new URL(form?.getAttribute("action") ?? "", url);
    const send = () => fetch(action, { method: "POST", body: body(), headers, redirect: "manual" });
    const before = stage.sandbox.orders().length;
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
    expect(stage.sandbox.orders().slice(before)).toMatchObject([{ amount: "57.00" }]);
    await isCaptured(cart);
  });
});

it("allows no script, no frame, and no other site to ask in a buyer's name", async () => {
  const { headers } = await fetch(stage.shopUrl, { headers: { origin: "https://elsewhere.example" } });
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-powered-by")).toBeNull();
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

it("keeps no card, neither in its database nor in what it prints (B-50)", async () => {
  const kept = await stage.kept();
  // The planted control: what the shop does keep is found this way.
  expect(kept).toContain("ada@example.com");
  for (const number of Object.values(cards)) expect(kept).not.toContain(number.slice(0, 12));
});
