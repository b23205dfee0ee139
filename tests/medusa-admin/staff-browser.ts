import { fileURLToPath } from "node:url";
import type { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { findAdminPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import { staffLogin } from "./blank-medusa-shop.ts";

const screenshots = fileURLToPath(new URL("../../.screenshots/", import.meta.url));

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

export interface PageAppearance {
  readonly width: number;
  readonly theme: "light" | "dark";
  readonly language: "en" | "zhCN";
}
const usual: PageAppearance = { width: 1440, theme: "light", language: "en" };

/** Somebody signed in at Medusa's admin. */
export class StaffBrowser implements AsyncDisposable {
  readonly page: Page;
  readonly #origin: string;
  readonly #complaints: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
    page.on("pageerror", ({ message }) => this.#complaints.push(message));
  }

  static async open(
    browser: Browser,
    origin: string,
    look: Partial<PageAppearance> = {},
  ): Promise<StaffBrowser> {
    const { width, theme, language } = { ...usual, ...look };
    const page = await browser.newPage({ viewport: { width, height: 1200 } });
    page.setDefaultTimeout(30_000);
    const kept = JSON.stringify({ medusa_admin_theme: theme, lng: language });
    await page.addInitScript(
      `for (const [name, value] of Object.entries(${kept})) localStorage.setItem(name, value)`,
    );
    const self = new StaffBrowser(page, origin);
    await page.goto(`${origin}/app/login`);
    await page.locator('input[name="email"]').fill(staffLogin.email);
    await page.locator('input[name="password"]').fill(staffLogin.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(({ pathname }) => !pathname.includes("login"));
    return self;
  }

  async order(id: string): Promise<void> {
    await this.page.goto(`${this.#origin}/app/orders/${id}`);
    await this.timeline.waitFor();
  }

  async cart(id: string): Promise<void> {
    await this.page.goto(`${this.#origin}/app/pay-index/carts/${id}`);
    await this.timeline.waitFor();
  }

  async queue(): Promise<void> {
    await this.page.goto(`${this.#origin}/app/pay-index/review-items`);
    await this.waiting.getByRole("listitem").first().waitFor();
  }

  /** The list of attempts, with a query such as `group=open`. */
  async attemptList(query = ""): Promise<void> {
    await this.page.goto(`${this.#origin}/app/pay-index/attempts?${query}`);
    await this.attempts.getByRole("listitem").first().waitFor();
  }

  async health(): Promise<void> {
    await this.page.goto(`${this.#origin}/app/pay-index/health`);
    await this.healthPanel.locator("dl").waitFor();
  }

  get attempts() {
    return this.page.getByTestId("pay-index-attempts");
  }

  attemptOf(attemptId: string) {
    return this.attempts.locator(`[data-attempt="${attemptId}"]`);
  }

  /** The actions for the selected rows. */
  get bulk() {
    return this.page.getByTestId("pay-index-bulk");
  }

  /** The gateway's answers about the selected attempts. */
  get queryResult() {
    return this.page.getByTestId("pay-index-query-result");
  }

  get healthPanel() {
    return this.page.getByTestId("pay-index-health");
  }

  get timeline() {
    return this.page.getByTestId("pay-index-timeline");
  }

  /** The refunds through the gateway on the page of an order. */
  get refunds() {
    return this.timeline.getByTestId("pay-index-refunds");
  }

  /** Refunds the charge on the page through the gateway. */
  async refund(amount: string): Promise<void> {
    await this.timeline.getByRole("button", { name: /^Refund through the gateway/ }).click();
    const drawer = this.page.getByRole("dialog");
    await drawer.getByLabel("Amount to refund (USD)").fill(amount);
    await drawer.getByLabel("Reason for the gateway").fill("Returned");
    await drawer.getByRole("button", { name: "Refund", exact: true }).click();
    await drawer.waitFor({ state: "detached" });
  }

  get items() {
    return this.page.getByTestId("pay-index-items");
  }

  get waiting() {
    return this.page.getByTestId("pay-index-queue");
  }

  async flaws(selector = "[data-testid^=pay-index]") {
    return { complaints: this.#complaints, ...(await findAdminPageFlaws(this.page, selector)) };
  }

  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${screenshots}medusa-${name}.png` });
  }

  /** A picture of one part of the page, also below the window. */
  async shotOf(part: "timeline" | "items" | "healthPanel", name: string): Promise<void> {
    await this[part].screenshot({ path: `${screenshots}medusa-${name}.png` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close();
  }
}
