import { fileURLToPath } from "node:url";
import type { openChromium } from "../../apps/demo/src/buyer/chromium.ts";
import { findAdminPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import type { DashboardSetup } from "./dashboard-setup.ts";

export const screenshots = fileURLToPath(new URL("../../.screenshots/", import.meta.url));

type Browser = Awaited<ReturnType<typeof openChromium>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

export interface PageAppearance {
  readonly width: number;
  readonly theme: "light" | "dark";
  readonly language: "en" | "zh_Hans";
}
const usual: PageAppearance = { width: 1280, theme: "light", language: "en" };

export interface DashboardStage {
  readonly browser: Browser;
  readonly setup: DashboardSetup;
}

/** Somebody signed in at Vendure's dashboard. */
export class StaffBrowser implements AsyncDisposable {
  readonly page: Page;
  readonly #setup: DashboardSetup;
  readonly #complaints: string[] = [];

  private constructor(page: Page, setup: DashboardSetup) {
    this.page = page;
    this.#setup = setup;
    page.on("pageerror", ({ message }) => this.#complaints.push(message));
  }

  static async open(
    { browser, setup }: DashboardStage,
    look: Partial<PageAppearance> = {},
  ): Promise<StaffBrowser> {
    const { width, theme, language } = { ...usual, ...look };
    const page = await browser.newPage({ viewport: { width, height: 1600 } });
    page.setDefaultTimeout(20_000);
    const self = new StaffBrowser(page, setup);
    await setup.prefer({ displayLanguage: language, contentLanguage: "en", theme });
    await page.goto(`${setup.origin}/dashboard/login`);
    await page.locator('input[name="username"]').fill("superadmin");
    await page.locator('input[type="password"]').fill("superadmin");
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(({ pathname }) => !pathname.includes("login"));
    return self;
  }

  /** The block on the page of an order. */
  get block() {
    return this.page.getByTestId("pay-index-payments");
  }

  /** The refunds through the gateway on the page of an order. */
  get refunds() {
    return this.block.getByTestId("pay-index-gateway-refunds");
  }

  get queue() {
    return this.page.getByTestId("pay-index-items");
  }

  get attemptList() {
    return this.page.getByTestId("pay-index-attempts");
  }

  /** The row of the only attempt of an order. */
  attemptOf(code: string) {
    return this.attemptList.locator("[data-state]", { hasText: code });
  }

  /** The actions for the selected rows. */
  get bulk() {
    return this.page.getByTestId("pay-index-bulk");
  }

  get health() {
    return this.page.getByTestId("pay-index-health");
  }

  async order(code: string): Promise<void> {
    await this.page.goto(`${this.#setup.origin}/dashboard/orders/${await this.#setup.idOf(code)}`);
    await this.block.waitFor();
  }

  /** Fills Vendure's own dialog, and sends it. */
  async askForRefund(amount: string): Promise<void> {
    await this.page.getByTestId("action-bar-dropdown-trigger").click();
    await this.page.getByRole("menuitem", { name: "Refund & Cancel" }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByRole("combobox").click();
    await this.page.getByRole("option").first().click();
    await dialog.getByText("Override").locator("..").getByRole("checkbox").click();
    await dialog.locator("input[step='0.01']").first().fill(amount);
    await dialog.getByRole("button", { name: `Refund $${amount}` }).click();
  }

  /** Refunds with Vendure's own dialog. The gateway does not refuse. */
  async refund(amount: string): Promise<void> {
    await this.askForRefund(amount);
    await this.page.getByRole("dialog").waitFor({ state: "detached" });
  }

  async items(): Promise<void> {
    await this.page.goto(`${this.#setup.origin}/dashboard/pay-index-items`);
    await this.queue.locator("[data-kind]").first().waitFor();
  }

  async attempts(): Promise<void> {
    await this.page.goto(`${this.#setup.origin}/dashboard/pay-index-attempts`);
    await this.attemptList.getByRole("listitem").first().waitFor();
  }

  async healthPanel(): Promise<void> {
    await this.page.goto(`${this.#setup.origin}/dashboard/pay-index-health`);
    await this.health.locator("dl").first().waitFor();
  }

  async flaws(selector: string) {
    return { complaints: this.#complaints, ...(await findAdminPageFlaws(this.page, selector)) };
  }

  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${screenshots}dashboard-${name}.png` });
  }

  async shotOfBlock(name: string): Promise<void> {
    await this.block.screenshot({ path: `${screenshots}dashboard-${name}.png` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close();
  }
}
