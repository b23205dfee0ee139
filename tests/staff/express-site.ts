import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import { FormBrowser } from "../../apps/demo/src/buyer/form-browser.ts";
import { testCards } from "../../apps/demo/src/buyer/payment-choice.ts";
import { openCheckoutOfNewOrder, submitPaymentChoice } from "../../apps/express-shop/src/buyer/purchase.ts";
import { readOrderState, readRefundedAmount } from "../../apps/express-shop/src/database-reader.ts";
import { openInProcessShop } from "../../apps/express-shop/test/in-process-shop.ts";
import type { Browser, Look, Page, StaffHostShop, StaffPageName, StartedSale } from "./staff-site.ts";

const login = { username: "staff", password: "password-of-a-test" };

/** The sample shop on Express, with the staff pages of shops that have no admin of their own. */
export class ExpressSite implements StaffHostShop {
  readonly name = "express";
  readonly price = "42.50";
  readonly operator = "staff (Staff of the sample shop)";
  readonly parts = "body";
  readonly dialogs = "dialog";
  readonly hasOrderPages = false;
  readonly gateway: SandboxControl;
  readonly origin: string;
  readonly #shop: Awaited<ReturnType<typeof openInProcessShop>>;
  readonly #folder: string;

  private constructor(shop: Awaited<ReturnType<typeof openInProcessShop>>, folder: string) {
    this.#shop = shop;
    this.#folder = folder;
    this.origin = shop.shopUrl;
    this.gateway = createControlClient(shop.sandbox.url);
  }

  static async start(): Promise<ExpressSite> {
    const folder = mkdtempSync(join(tmpdir(), "pay-index-staff-"));
    const settings = { staffPassword: login.password, hasOperations: true, tickEvery: 0.2 };
    const shop = await openInProcessShop({ ...settings, database: join(folder, "shop.db") });
    return new ExpressSite(shop, folder);
  }

  urlOf(page: StaffPageName): string {
    return `${this.origin}/staff/#/${page}`;
  }

  async paymentUrl({ reference }: StartedSale): Promise<string> {
    return `${this.origin}/staff/#/payment/default/${reference}`;
  }

  begin(): Promise<StartedSale> {
    return this.#checkOut("hosted", "lamp");
  }

  subscribe(): Promise<StartedSale> {
    return this.#checkOut("subscription", "coffee-monthly");
  }

  async #checkOut(variant: "hosted" | "subscription", product: string): Promise<StartedSale> {
    const buyer = new FormBrowser();
    const { pathname } = await openCheckoutOfNewOrder(buyer, this.origin, product);
    await submitPaymentChoice(buyer, { variant, card: testCards.good });
    return { reference: pathname.replace("/orders/", "") };
  }

  async open(browser: Browser, { width, theme, language }: Look): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height: 1200 },
      colorScheme: theme,
      locale: language === "zh" ? "zh-CN" : "en-US",
      httpCredentials: login,
    });
    return context.newPage();
  }

  async isPlaced({ reference }: StartedSale): Promise<boolean> {
    return (await readOrderState(this.#database, reference)) === "paid";
  }

  async refunded({ reference }: StartedSale): Promise<number> {
    return (await readRefundedAmount(this.#database, reference)) / 100;
  }

  get #database(): string {
    return join(this.#folder, "shop.db");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shop.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
