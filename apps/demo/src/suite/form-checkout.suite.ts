import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FormBrowser } from "../buyer/form-browser.ts";
import { completeGatewayPages, waitForOrderPage } from "../buyer/gateway-pages.ts";
import { checkOutToPaymentStep, submitPaymentChoice } from "../buyer/multi-step-purchase.ts";
import { testCards } from "../buyer/payment-choice.ts";
import { waitUntil } from "../buyer/wait-until.ts";
import { shopSecuritySuite } from "./shop-security.suite.ts";
import type { TestShopProcess } from "./test-shop.ts";

/** What a shop that asks one thing after the other has of its own, for a buyer who sends forms. */
export interface FormCheckoutSuiteOptions {
  openShop(): Promise<TestShopProcess>;
  /** What its database says of an order: one that waits for its payment, one that was changed meanwhile, one that is placed. */
  readonly states: Readonly<Record<"waiting" | "changed" | "placed", string>>;
  /** The value for a product that does not exist, and the shop's answer. */
  readonly unsold: { readonly value: string; readonly status: number; readonly heading: string };
}

/** What the shop's own tests go on with. */
export interface FormCheckoutVisit {
  readonly stage: TestShopProcess;
  newBuyer(): FormBrowser;
  /** A buyer who has only to choose how to pay, and the order's name in its address. */
  atPayment(): Promise<{ buyer: FormBrowser; order: string }>;
  isPlaced(order: string): Promise<void>;
}

/** What a sample shop must do for a buyer whatever is sent to it. */
export function formCheckoutSuite({ openShop, states, unsold }: FormCheckoutSuiteOptions): FormCheckoutVisit {
  // A whole shop takes its time on a busy machine.
  vi.setConfig({ testTimeout: 60_000 });
  let stage: TestShopProcess;
  beforeAll(async () => {
    stage = await openShop();
  }, 120_000);
  afterAll(() => stage?.close());

  const visit: FormCheckoutVisit = {
    get stage() {
      return stage;
    },
    newBuyer: () => new FormBrowser({ cookies: true }),
    async atPayment() {
      const buyer = visit.newBuyer();
      return { buyer, order: await checkOutToPaymentStep(buyer, stage.shopUrl) };
    },
    async isPlaced(order) {
      await waitUntil("the order to be placed", async () =>
        (await stage.orderState(order)) === states.placed ? true : undefined,
      );
    },
  };
  describe("the cart", () => cartTests(visit, unsold));
  describe("the checkout", () => checkoutTests(visit, states));
  describe("an order", () => orderTests(visit, states));
  shopSecuritySuite(() => stage);
  return visit;
}

const readHeading = ({ page }: FormBrowser) => page.root.querySelector("h1")?.textContent;
const readState = ({ page }: FormBrowser) =>
  page.root.querySelector("[data-state]")?.getAttribute("data-state") ?? undefined;

export function readText({ page }: FormBrowser, selector: string): string {
  return page.root.querySelector(selector)?.textContent ?? "";
}

async function openCartWithLamp({ newBuyer, stage }: FormCheckoutVisit): Promise<FormBrowser> {
  const buyer = newBuyer();
  await buyer.open(stage.shopUrl);
  await buyer.submit('button[data-sku="lamp"]');
  return buyer;
}

function cartTests(visit: FormCheckoutVisit, unsold: FormCheckoutSuiteOptions["unsold"]): void {
  it("belongs to one buyer, who changes it with its form", async () => {
    const buyer = await openCartWithLamp(visit);
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
    expect(readText(buyer, ".total")).toContain("$50.40");
    const stranger = visit.newBuyer();
    await stranger.open(new URL("/cart", visit.stage.shopUrl));
    expect(readHeading(stranger)).toBe("Your cart is empty");
  });

  it("rejects an item that the shop does not sell", async () => {
    const buyer = await openCartWithLamp(visit);
    await buyer.open("/");
    buyer.page.root.querySelector('button[data-sku="mug"]')?.setAttribute("value", unsold.value);
    await buyer.submit('button[data-sku="mug"]');
    expect([buyer.page.status, readHeading(buyer)]).toEqual([unsold.status, unsold.heading]);
  });
}

function checkoutTests(visit: FormCheckoutVisit, states: FormCheckoutSuiteOptions["states"]): void {
  it.each(["/checkout", "/checkout/shipping", "/checkout/payment", "/checkout/card/card"])(
    "redirects %s to the cart while the cart is empty",
    async (path) => {
      const buyer = visit.newBuyer();
      await buyer.open(new URL(path, visit.stage.shopUrl));
      expect(buyer.page.url.pathname).toBe("/cart");
    },
  );

  it("redirects to the first step that is not complete", async () => {
    const buyer = await openCartWithLamp(visit);
    await buyer.open("/checkout/payment");
    expect(buyer.page.url.pathname).toBe("/checkout");
  });

  it("escapes a name, and displays each problem beside its field", async () => {
    const buyer = await openCartWithLamp(visit);
    await buyer.open("/checkout");
    const lastName = `<script>alert("x")</script>`;
    await buyer.submit('form[action="/checkout"] button', { lastName, phone: "none" });
    expect(buyer.page.status).toBe(422);
    const { root } = buyer.page;
    expect(root.querySelector("script")).toBeNull();
    expect(root.querySelector("#lastName")?.getAttribute("value")).toBe(lastName);
    expect(root.querySelector("#phone")?.getAttribute("aria-describedby")).toBe("phone-problem");
    expect(readText(buyer, "#phone-problem")).toContain("telephone");
    expect(root.querySelector("#lastName-problem")).toBeNull();
  });

  it("displays the problems that only the check of the payment finds", async () => {
    const { buyer } = await visit.atPayment();
    await buyer.open("/checkout");
    await buyer.submit('form[action="/checkout"] button', { phone: "1".repeat(60) });
    await buyer.submit('form[action="/checkout/shipping"] button');
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.status).toBe(422);
    expect(readText(buyer, "[role=alert]")).toContain("phone number");
  });

  it("rejects a payment method that the shop does not offer", async () => {
    const { sandbox } = visit.stage;
    const { buyer } = await visit.atPayment();
    const before = sandbox.orders().length;
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "cash" });
    expect(buyer.page.status).toBe(422);
    await buyer.open("/checkout/card/cash");
    expect(buyer.page.status).toBe(404);
    expect(sandbox.orders()).toHaveLength(before);
  });

  it("starts one payment for a double click", async () => {
    const { sandbox, shopUrl, orderState } = visit.stage;
    const { buyer, order } = await visit.atPayment();
    const before = sandbox.orders().length;
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    const first = buyer.page.url.href;
    await buyer.open(new URL("/checkout/payment", shopUrl));
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.url.href).toBe(first);
    expect(sandbox.orders()).toHaveLength(before + 1);
    expect(sandbox.orders().at(-1)).toMatchObject({ amount: "57.00", currency: "USD" });
    expect(await orderState(order)).toBe(states.waiting);
  });
}

function orderTests(visit: FormCheckoutVisit, states: FormCheckoutSuiteOptions["states"]): void {
  it("waits for a buyer who left the payment page, and links to that page", async () => {
    const { buyer, order } = await visit.atPayment();
    await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
    const gateway = buyer.page.url.href;
    await buyer.open(new URL(`/orders/${order}`, visit.stage.shopUrl));
    expect(readState(buyer)).toBe("pending");
    await buyer.click('a[href="/checkout/payment"]');
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "hosted" });
    expect(buyer.page.url.href).toBe(gateway);
  });

  it("is paid and not placed if it changed during the payment, and its page says so", async () => {
    const { shopUrl, orderState } = visit.stage;
    const { buyer, order } = await visit.atPayment();
    await submitPaymentChoice(buyer, { variant: "hosted", card: testCards.good });
    const gateway = buyer.page.url;
    await buyer.open(new URL("/", shopUrl));
    await buyer.submit('button[data-sku="mug"]');
    await buyer.open(gateway);
    await completeGatewayPages(buyer, testCards.good);
    await waitForOrderPage(buyer);
    await buyer.open(new URL(`/orders/${order}`, shopUrl));
    expect(readState(buyer)).toBe("paid");
    expect(readText(buyer, "[data-state]")).toContain("is being placed");
    expect(await orderState(order)).toBe(states.changed);
  });

  it("charges a card once when its form is sent twice", async () => {
    const { sandbox } = visit.stage;
    const { buyer, order } = await visit.atPayment();
    await buyer.submit('form[action="/checkout/payment"] button', { variant: "card" });
    const { root, url } = buyer.page;
    const form = root.querySelector("form:has(input[name=card_number])");
    const form_token = form?.querySelector("input[name=form_token]")?.getAttribute("value") ?? "";
    const fields = { form_token, card_number: testCards.good, card_month: "12", card_year: "2099" };
    const body = () => new URLSearchParams({ ...fields, card_cvv: "123", amount: "0.01" });
    const headers = { origin: url.origin, "user-agent": "test" };
    const action = new URL(form?.getAttribute("action") ?? "", url);
    const send = () => fetch(action, { method: "POST", body: body(), headers, redirect: "manual" });
    const before = sandbox.orders().length;
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([303, 303]);
    expect(sandbox.orders().slice(before)).toMatchObject([{ amount: "57.00" }]);
    await visit.isPlaced(order);
  });
}
