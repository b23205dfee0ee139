import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import { type ChildServer, startChildServer } from "../../apps/demo/src/run/child-server.ts";
import { Buyer } from "../../packages/vendure/test/shop/buyer.mts";
import { StaffMember } from "../../packages/vendure/test/shop/staff-member.mts";
import type { PackageManager } from "../packaging/install-packages.ts";
import { packTarballs, type Tarballs } from "../packaging/pack-tarballs.ts";
import { AdminSession } from "./admin-session.ts";
import { BlankVendureShop } from "./blank-vendure-shop.ts";
import type { Browser, Look, Page, StaffHostShop, StaffPageName, StartedSale } from "./staff-site.ts";

const login = { username: "superadmin", password: "superadmin" };

interface Parts {
  readonly tarballs: Tarballs;
  readonly blank: BlankVendureShop;
  readonly built: string;
  readonly sandbox: Sandbox;
  readonly shop: ChildServer;
}

/** The order as Vendure has it. */
interface VendureOrder {
  readonly id: string;
  readonly state: string;
  readonly payments: readonly {
    readonly refunds: readonly { readonly total: number; readonly state: string }[];
  }[];
}

/** A Vendure of the packed packages, with its dashboard. A sale is an order from the beginning. */
export class VendureSite implements StaffHostShop {
  readonly name = "vendure";
  readonly price = "42.50";
  readonly operator = "1 (Super Admin)";
  readonly parts = "[data-testid^=pay-index]";
  readonly dialogs = "[role=dialog], [role=alertdialog]";
  // No channel has the id of one merchant.
  readonly warning = "merchant_without_channel";
  readonly hasOrderPages = true;
  readonly gateway: SandboxControl;
  readonly origin: string;
  readonly #parts: Parts;
  readonly #session = new AdminSession((page) => this.#signIn(page));

  private constructor(parts: Parts, origin: string) {
    this.#parts = parts;
    this.gateway = createControlClient(parts.sandbox.url);
    this.origin = origin;
  }

  /** Installs the packed packages in a blank shop, builds the dashboard, and starts the shop. */
  static async open(installer: PackageManager): Promise<VendureSite> {
    const tarballs = await packTarballs();
    const blank = await BlankVendureShop.install(tarballs, installer);
    const built = await blank.buildDashboard();
    const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [100, 200] });
    const port = String(await findFreePort("localhost"));
    const shop = await startChildServer({
      name: "shop",
      args: ["shop.ts"],
      cwd: blank.folder,
      env: { PORT: port, SANDBOX_URL: sandbox.url },
      ready: /^shop: ready/,
    });
    return new VendureSite({ tarballs, blank, built, sandbox, shop }, `http://127.0.0.1:${port}`);
  }

  /** What the build of the dashboard said. */
  get built(): string {
    return this.#parts.built;
  }

  get blank(): BlankVendureShop {
    return this.#parts.blank;
  }

  urlOf(page: StaffPageName): string {
    return `${this.origin}/dashboard/pay-index-${page === "review-items" ? "items" : page}`;
  }

  async paymentUrl(sale: StartedSale): Promise<string> {
    return `${this.origin}/dashboard/orders/${(await this.#orderOf(sale)).id}`;
  }

  async begin(): Promise<StartedSale> {
    const { buyer, reference } = await this.#cartWith("lamp");
    const { state } = await buyer.start({ method: "hosted" });
    if (state !== "REDIRECT") throw new Error(`The payment was not started: ${state}`);
    return { reference };
  }

  async subscribe(): Promise<StartedSale> {
    const { buyer, reference } = await this.#cartWith("tea");
    const { action, formToken } = await buyer.start({ method: "subscription" });
    const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "739" };
    await fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: { origin: this.origin, "user-agent": "Buyer/1.0" },
      body: new URLSearchParams({ ...card, form_token: formToken }),
    });
    return { reference };
  }

  async #cartWith(slug: string): Promise<{ buyer: Buyer; reference: string }> {
    const buyer = new Buyer(this.origin);
    const find = "query ($slug: String!) { product(slug: $slug) { variants { id } } }";
    const { variants } = await buyer.ask(find, { slug });
    return { buyer, reference: await buyer.isReadyToPay(variants[0].id) };
  }

  /** Vendure stores the look with the account. */
  async open(browser: Browser, look: Look): Promise<Page> {
    const displayLanguage = look.language === "zh" ? "zh_Hans" : "en";
    const value = { displayLanguage, contentLanguage: "en", theme: look.theme };
    const set =
      "mutation ($input: SettingsStoreInput!) { setSettingsStoreValue(input: $input) { result error } }";
    await this.#ask(set, { input: { key: "vendure.dashboard.userSettings", value } });
    return this.#session.open(browser, look);
  }

  async #signIn(page: Page): Promise<void> {
    await page.goto(`${this.origin}/dashboard/login`);
    await page.locator('input[name="username"]').fill(login.username);
    await page.locator('input[type="password"]').fill(login.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(({ pathname }) => !pathname.includes("login"));
  }

  /** Asks Vendure's own API as staff. */
  async #ask(query: string, variables?: object) {
    return (await StaffMember.signIn(this.origin)).ask(query, variables);
  }

  async #orderOf({ reference }: StartedSale): Promise<VendureOrder> {
    const find =
      "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id state payments { refunds { total state } } } } }";
    return (await this.#ask(find, { code: reference })).items[0];
  }

  async isPlaced(sale: StartedSale): Promise<boolean> {
    return (await this.#orderOf(sale)).state === "PaymentSettled";
  }

  async refunded(sale: StartedSale): Promise<number> {
    const refunds = (await this.#orderOf(sale)).payments.flatMap((payment) => payment.refunds);
    return refunds.reduce((sum, { total, state }) => (state === "Settled" ? sum + total / 100 : sum), 0);
  }

  endSession(page: Page): Promise<() => Promise<void>> {
    return this.#session.remove(page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { shop, sandbox, blank, tarballs } = this.#parts;
    await shop.end();
    await sandbox.close();
    for (const installed of [blank, tarballs]) await installed[Symbol.asyncDispose]();
  }
}
