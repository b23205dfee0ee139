import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { findAdminPageFlaws, noPageFlaws } from "../packaging/find-admin-page-flaws.ts";
import type { Browser, Look, Page, Sale, StaffPageName, StaffSite } from "./staff-site.ts";

const screenshots = fileURLToPath(new URL("../../.screenshots/", import.meta.url));

const usualLook: Look = { width: 1440, theme: "light", language: "en" };

type Locator = ReturnType<Page["getByTestId"]>;

/** What the tests of the staff pages need: the site, and a browser in which somebody is signed in. */
export interface StaffSuite {
  readonly site: () => StaffSite;
  readonly open: (look?: Partial<Look>) => Promise<StaffBrowser>;
}

/** A member of staff at the staff pages of a host. */
export class StaffBrowser implements AsyncDisposable {
  readonly page: Page;
  readonly queued: Locator;
  readonly attemptList: Locator;
  readonly healthPanel: Locator;
  readonly overview: Locator;
  readonly items: Locator;
  readonly timeline: Locator;
  /** The refunds through the gateway. */
  readonly refunds: Locator;
  readonly cycles: Locator;
  /** The actions for the selected rows. */
  readonly bulk: Locator;
  readonly dialog: Locator;
  readonly problem: Locator;
  readonly #site: StaffSite;
  readonly #complaints: string[] = [];

  private constructor(page: Page, site: StaffSite) {
    const part = (name: string, of: Page | Locator = page) => of.getByTestId(`pay-index-${name}`);
    this.page = page;
    this.queued = part("queue");
    this.attemptList = part("attempts");
    this.healthPanel = part("health");
    this.overview = part("overview");
    this.items = part("items");
    this.timeline = part("timeline");
    this.refunds = part("refunds", this.timeline);
    this.cycles = part("cycles", this.timeline);
    this.bulk = part("bulk");
    this.dialog = page.getByRole("dialog");
    this.problem = this.dialog.getByRole("alert");
    this.#site = site;
    page.on("pageerror", ({ message }) => this.#complaints.push(message));
  }

  static async open(browser: Browser, site: StaffSite, look: Partial<Look> = {}): Promise<StaffBrowser> {
    const page = await site.host.open(browser, { ...usualLook, ...look });
    page.setDefaultTimeout(30_000);
    return new StaffBrowser(page, site);
  }

  /** Opens an address. Addresses that differ only after the hash would keep what was loaded. */
  async go(url: string): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(url);
  }

  /** Opens a page, with parameters such as `group=open`. */
  async open(name: StaffPageName, query = ""): Promise<void> {
    const url = this.#site.host.urlOf(name);
    await this.go(query === "" ? url : `${url}?${query}`);
  }

  async queue(query = ""): Promise<void> {
    await this.open("review-items", query);
    await this.queued.getByRole("listitem").first().waitFor();
  }

  async attempts(query = ""): Promise<void> {
    await this.open("attempts", query);
    await this.attemptList.getByRole("listitem").first().waitFor();
  }

  async health(): Promise<void> {
    await this.open("health");
    await this.healthPanel.locator("dl").first().waitFor();
  }

  async payment({ url }: Sale): Promise<void> {
    await this.go(url);
    await this.timeline.waitFor();
  }

  /** The rows of the queue for these sales. */
  queuedOf(...sales: readonly Sale[]): Locator {
    return this.queued
      .locator("[data-kind]")
      .filter({ hasText: new RegExp(sales.map(({ attemptId }) => attemptId).join("|")) });
  }

  attemptOf({ attemptId }: Sale): Locator {
    return this.attemptList.locator(`[data-attempt="${attemptId}"]`);
  }

  /** The value of a fact of the health panel. */
  async factOf(name: string): Promise<string> {
    const term = this.healthPanel.locator("dt", { hasText: name }).first();
    return (await term.locator("xpath=following-sibling::dd[1]").textContent()) ?? "";
  }

  async save(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Save" }).click();
  }

  /** Resolves the first item of a payment with an action that is not the recommended one. */
  async resolve(action: RegExp, reason: string): Promise<void> {
    await this.items.getByRole("button", { name: "Other actions" }).click();
    await this.dialog.getByRole("radio", { name: action }).click();
    await this.dialog.getByLabel("Reason").fill(reason);
    await this.save();
  }

  /** Chooses an option of a filter, whatever element the host has for it. */
  async choose(label: string, option: string | RegExp): Promise<void> {
    const control = this.page.getByLabel(label, { exact: true });
    if ((await control.and(this.page.locator("select")).count()) > 0) {
      const text = await control.locator("option").filter({ hasText: option }).first().textContent();
      await control.selectOption({ label: text ?? "" });
      return;
    }
    await control.click();
    await this.page.getByRole("option", { name: option }).first().click();
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole("searchbox", { name: "Search" }).fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Refunds the charge on the page through the gateway. */
  async refund(amount: string): Promise<void> {
    await this.timeline.getByRole("button", { name: /^Refund through the gateway/ }).click();
    await this.dialog.getByLabel(/^Amount to refund/).fill(amount);
    await this.dialog.getByLabel("Reason for the gateway").fill("Returned");
    await this.dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await this.dialog.waitFor({ state: "detached" });
  }

  /** Presses Tab until the element has the focus, as somebody without a mouse does. */
  async tabTo(target: Locator): Promise<void> {
    for (let left = 150; left > 0; left--) {
      if (await this.hasFocus(target)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`The keyboard does not reach ${target}`);
  }

  async hasFocus(target: Locator): Promise<boolean> {
    return (await target.and(this.page.locator(":focus")).count()) === 1;
  }

  /** Fails if axe finds a flaw, a script fails, a part is wider than its place, or the page reorders an amount. */
  async hasNoFlaws(selector = this.#site.host.parts): Promise<void> {
    const found = { complaints: this.#complaints, ...(await findAdminPageFlaws(this.page, selector)) };
    expect(found, [...found.complaints, ...found.flaws].join("\n")).toEqual(noPageFlaws);
  }

  dialogHasNoFlaws(): Promise<void> {
    return this.hasNoFlaws(this.#site.host.dialogs);
  }

  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: `${screenshots}staff-${this.#site.host.name}-${name}.png` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}
