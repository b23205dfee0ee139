import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { WorkInHand } from "@pay-index/conformance/in-shop";
import { type Database, freshDatabase } from "@pay-index/embedded-postgres";
import type { PayIndexPluginOptions } from "@pay-index/medusa";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { controlClient, type Desk } from "@pay-index/sandbox/client";
import { Buyer, type Sold } from "./buyer.mts";
import { type Medusa, openMedusa, settingsOf } from "./open-medusa.mts";
import { providers, sold } from "./seed.mts";
import { withRoles } from "./with-roles.mts";

const require = createRequire(import.meta.url);

/** A Medusa in this process, its gateway, and what it told its observer. */
export interface Stage extends Medusa {
  readonly shop: Sold;
  readonly sandbox: Sandbox;
  readonly desk: Desk;
  readonly database: Database;
  readonly heard: string[];
  /** What Medusa logged. */
  readonly logged: string[];
  buyer(): Buyer;
  /** The order number of the last attempt to pay this cart. */
  attempt(cartId: string): string;
  /** That attempt is paid, and the shop has answered. Gives the answer. */
  notified(cartId: string): Promise<string>;
  /** That attempt is paid, and the shop has answered and done what it can. Gives the answer. */
  paid(cartId: string): Promise<string>;
  /** The shop has done what it can with all that it has heard of the cart of this attempt. */
  settled(orderNumber: string): Promise<void>;
  /** Staff make a promotion code that takes per cents off each thing. */
  offer(code: string, percents: number): Promise<void>;
  /** A region offers this provider no longer. Gives the function that takes it back. */
  takeOut(providerId: string): Promise<() => Promise<void>>;
  /** A region offers this provider, too. Gives the function that takes it back. */
  bringIn(providerId: string): Promise<() => Promise<void>>;
}

const file = join(import.meta.dirname, "fill.mts");
const env = { ...process.env, NODE_ENV: "test", MEDUSA_DISABLE_TELEMETRY: "true" };

/** A database of its own, copied from one that was filled once for the run, or once on this server. */
export function medusaDatabase(server?: string): Promise<Database> {
  const fill = async (url: string) => {
    for (const what of ["migrate", "seed"])
      await promisify(execFile)(process.execPath, [file, what, url], { env });
  };
  return freshDatabase({
    ...(server === undefined ? {} : { server }),
    template: { name: "medusa", make: fill },
  });
}

/** Who has this address is sold nothing on a plan, unless the product carries one. */
export const once = "once@example.com";

/** A copy of that, with the tables of roles as well. */
async function medusaDatabaseWithRoles(): Promise<Database> {
  const database = await medusaDatabase();
  await promisify(execFile)(process.execPath, [file, "migrate-roles", database.url], { env });
  return database;
}

export async function openStage(
  options: Partial<PayIndexPluginOptions> = {},
  { hasRoles = false }: { readonly hasRoles?: boolean } = {},
): Promise<Stage> {
  const database = await (hasRoles ? medusaDatabaseWithRoles() : medusaDatabase());
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const work = new WorkInHand();
  const heard: string[] = [];
  const logged: string[] = [];
  const medusa = await openMedusa((origin) => ({
    ...settingsOf(origin, {
      databaseUrl: database.url,
      gateway: sandbox.url,
      subscriptionPlan: ({ cart }) =>
        cart.email === once
          ? undefined
          : {
              id: "0b54dd1c-5b3c-4a6d-9c3e-0c3a1a4b7f10",
              name: "Tea every month",
              type: "monthly",
              description: "A pack of tea",
              attempts: 3,
            },
      observe: (event) => {
        work.hear(event);
        heard.push(JSON.stringify(event));
      },
      ...options,
    }),
    changes: { logger: recorder(logged), ...(hasRoles ? withRoles : {}) },
  }));
  const shop = await sold(medusa.container);
  const desk = controlClient(sandbox.url);
  function started(which: (about: Record<string, string>) => boolean): Record<string, string> {
    const found = heard
      .map((line) => JSON.parse(line) as Record<string, string>)
      .findLast((about) => about.event === "payment-started" && which(about));
    if (found === undefined) throw new Error("nothing of the kind was started");
    return found;
  }
  const attempt = (cartId: string) => started(({ reference }) => reference === cartId).orderNumber ?? "";
  async function notified(cartId: string): Promise<string> {
    const orderNumber = attempt(cartId);
    await desk.settle(orderNumber, { outcome: "paid" });
    const { httpStatus, reply } = await desk.nextDelivery(orderNumber);
    return `${httpStatus} ${reply}`;
  }
  const all = [...providers, "pp_system_default"];
  async function offer(offered: readonly string[]): Promise<void> {
    const { updateRegionsWorkflow } = require("@medusajs/medusa/core-flows");
    const input = { selector: { id: shop.regionId }, update: { payment_providers: offered } };
    await updateRegionsWorkflow(medusa.container).run({ input });
  }
  return {
    ...medusa,
    shop,
    sandbox,
    desk,
    database,
    heard,
    logged,
    buyer: () => new Buyer(medusa.origin, shop.publishableKey),
    attempt,
    notified,
    async paid(cartId) {
      const answer = await notified(cartId);
      await work.isDone({ reference: cartId });
      return answer;
    },
    settled: (number) =>
      work.isDone({ reference: started(({ orderNumber }) => orderNumber === number).reference ?? "" }),
    async offer(code, value) {
      const { createPromotionsWorkflow } = require("@medusajs/medusa/core-flows");
      const method = { type: "percentage", target_type: "items", allocation: "across", value };
      const promotion = { code, type: "standard", status: "active", application_method: method };
      await createPromotionsWorkflow(medusa.container).run({ input: { promotionsData: [promotion] } });
    },
    async takeOut(providerId) {
      await offer(all.filter((id) => id !== providerId));
      return () => offer(all);
    },
    async bringIn(providerId) {
      await offer([...all, providerId]);
      return () => offer(all);
    },
    async close() {
      await medusa.close();
      await sandbox.close();
      await database.drop();
    },
  };
}

/** A logger of Medusa's, whatever methods it is asked for. */
function recorder(logged: string[]): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        method === "shouldLog"
          ? () => true
          : (...told: unknown[]) => logged.push([String(method), ...told.map(textOf)].join(" ")),
    },
  );
}

function textOf(told: unknown): string {
  return typeof told === "string" ? told : inspect(told);
}
