import { createDatabase, findFreePort, type TestDatabase } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import type { ChildServer } from "../../apps/demo/src/run/child-server.ts";
import { Buyer, type SeededShop } from "../../packages/medusa/test/shop/buyer.mts";
import { type MedusaRelease, newestMedusa } from "../packaging/host-releases.ts";
import type { PackageManager } from "../packaging/install-packages.ts";
import { packTarballs, type Tarballs } from "../packaging/pack-tarballs.ts";
import { AdminSession } from "./admin-session.ts";
import { BlankMedusaShop, staffLogin } from "./blank-medusa-shop.ts";
import type { Browser, Look, Page, StaffHostShop, StaffPageName, StartedSale } from "./staff-site.ts";

interface Parts {
  readonly tarballs: Tarballs;
  readonly blank: BlankMedusaShop;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  readonly shop: ChildServer;
  readonly sold: SeededShop;
  readonly origin: string;
}

/** A Medusa of the packed packages, with its admin. A sale is a cart, which becomes an order. */
export class MedusaSite implements StaffHostShop {
  readonly name = "medusa";
  readonly price = "24.99";
  readonly operator = staffLogin.email;
  readonly parts = "[data-testid^=pay-index]";
  readonly dialogs = "[data-testid=pay-index-dialog], [role=alertdialog]";
  readonly warning = "locks_in_memory";
  readonly hasOrderPages = true;
  readonly gateway: SandboxControl;
  readonly #parts: Parts;
  readonly #buyers = new Map<string, Buyer>();
  readonly #session = new AdminSession((page) => this.#signIn(page));

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.gateway = createControlClient(parts.sandbox.url);
  }

  /** Installs the packed packages in a blank shop, builds the admin, and starts the shop with a database of its own. */
  static async open(installer: PackageManager, release: MedusaRelease = newestMedusa): Promise<MedusaSite> {
    const tarballs = await packTarballs();
    const blank = await BlankMedusaShop.install(tarballs, installer, release);
    await blank.build();
    const database = await createDatabase();
    const sold = await blank.fill(database.url);
    const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [100, 200] });
    const port = String(await findFreePort("localhost"));
    const shop = await blank.start({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, PORT: port });
    const origin = `http://127.0.0.1:${port}`;
    return new MedusaSite({ tarballs, blank, database, sandbox, shop, sold, origin });
  }

  get blank(): BlankMedusaShop {
    return this.#parts.blank;
  }

  get origin(): string {
    return this.#parts.origin;
  }

  urlOf(page: StaffPageName): string {
    return `${this.origin}/app/pay-index/${page}`;
  }

  async paymentUrl(sale: StartedSale): Promise<string> {
    const orderId = await this.#orderIdOf(sale);
    return `${this.origin}/app/${orderId === undefined ? `pay-index/carts/${sale.reference}` : `orders/${orderId}`}`;
  }

  async #orderIdOf({ reference }: StartedSale): Promise<string | undefined> {
    const { body } = (await this.#buyers.get(reference)?.status()) ?? {};
    return body?.payment?.order_id;
  }

  async begin(): Promise<StartedSale> {
    const { buyer } = await this.#start("pp_pay-index_hosted");
    return { reference: buyer.cartId };
  }

  async subscribe(): Promise<StartedSale> {
    const { buyer, body } = await this.#start("pp_pay-index_subscription");
    await buyer.postCard(body.payment);
    return { reference: buyer.cartId };
  }

  async #start(provider_id: string) {
    const { origin, sold } = this.#parts;
    const buyer = new Buyer(origin, sold.publishableKey);
    this.#buyers.set(await buyer.isReadyToPay(sold), buyer);
    const { status, body } = await buyer.start({ provider_id });
    if (status !== 200) throw new Error(`The payment was not started: ${JSON.stringify(body)}`);
    return { buyer, body };
  }

  async open(browser: Browser, look: Look): Promise<Page> {
    const page = await this.#session.open(browser, look);
    const settings = { medusa_admin_theme: look.theme, lng: look.language === "zh" ? "zhCN" : "en" };
    await page.addInitScript(
      `if (origin !== "null") Object.assign(localStorage, ${JSON.stringify(settings)})`,
    );
    return page;
  }

  async #signIn(page: Page): Promise<void> {
    await page.goto(`${this.origin}/app/login`);
    await page.locator('input[name="email"]').fill(staffLogin.email);
    await page.locator('input[name="password"]').fill(staffLogin.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(({ pathname }) => !pathname.includes("login"));
  }

  /** Reads from Medusa's own API as staff. */
  async #read(path: string): Promise<unknown> {
    const signIn = { method: "POST", body: JSON.stringify(staffLogin) };
    const json = { "content-type": "application/json" };
    const signedIn = await fetch(`${this.origin}/auth/user/emailpass`, { ...signIn, headers: json });
    const { token } = (await signedIn.json()) as { token: string };
    return (await fetch(this.origin + path, { headers: { authorization: `Bearer ${token}` } })).json();
  }

  async isPlaced(sale: StartedSale): Promise<boolean> {
    return (await this.#orderIdOf(sale)) !== undefined;
  }

  async refunded(sale: StartedSale): Promise<number> {
    const fields = "payment_collections.payments.refunds.amount";
    const answer = await this.#read(`/admin/orders/${await this.#orderIdOf(sale)}?fields=${fields}`);
    const { order } = answer as { order: { payment_collections: { payments: MedusaPayment[] }[] } };
    const payments = order.payment_collections.flatMap((collection) => collection.payments);
    return payments.flatMap(({ refunds }) => refunds).reduce((sum, { amount }) => sum + amount, 0);
  }

  endSession(page: Page): Promise<() => Promise<void>> {
    return this.#session.remove(page);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { shop, sandbox, database, blank, tarballs } = this.#parts;
    await shop.end();
    await sandbox.close();
    await database.drop();
    for (const installed of [blank, tarballs]) await installed[Symbol.asyncDispose]();
  }
}

interface MedusaPayment {
  readonly refunds: readonly { readonly amount: number }[];
}
