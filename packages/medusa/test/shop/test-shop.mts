import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { OrdersBeingPlaced } from "@pay-index/conformance/in-shop";
import { createDatabase, type TestDatabase } from "@pay-index/embedded-postgres";
import type { PayIndexPluginOptions } from "@pay-index/medusa";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import { Buyer, type SeededShop } from "./buyer.mts";
import { itemChangeOfTest } from "./change-item-option.mts";
import { completionOfTest } from "./complete-order-option.mts";
import { createSettings, type Medusa, openMedusa } from "./open-medusa.mts";
import { providerIds, readSeededShop } from "./seed-shop.mts";
import { staffRolesConfig } from "./staff-roles-config.mts";

const require = createRequire(import.meta.url);

/** A Medusa in this process, its gateway, and what it told its observer. */
export interface TestShop extends Medusa {
  readonly shop: SeededShop;
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly database: TestDatabase;
  readonly heard: string[];
  /** What Medusa logged. */
  readonly logged: string[];
  buyer(): Buyer;
  /** The gateway order ID of the last attempt to pay this cart. */
  attempt(cartId: string): string;
  /** That attempt is paid, and the shop has answered. Gives the answer. */
  notified(cartId: string): Promise<string>;
  /** That attempt is paid, and the shop has answered and done what it can. Gives the answer. */
  paid(cartId: string): Promise<string>;
  /** The shop has done what it can with all that it has heard of the cart of this attempt. */
  processed(attemptId: string): Promise<void>;
  /** Staff make a promotion code that takes per cents off each thing. */
  offer(code: string, percents: number): Promise<void>;
  /** A region offers this provider no longer. Gives the function that takes it back. */
  takeOut(providerId: string): Promise<() => Promise<void>>;
  /** A region offers this provider, too. Gives the function that takes it back. */
  bringIn(providerId: string): Promise<() => Promise<void>>;
}

const seedFile = join(import.meta.dirname, "seed-database.mts");
const env = { ...process.env, NODE_ENV: "test", MEDUSA_DISABLE_TELEMETRY: "true" };

/** A database of its own, copied from one that was filled once for the run, or once on this server. */
export function createMedusaDatabase(server?: string): Promise<TestDatabase> {
  const fill = async (url: string) => {
    for (const what of ["migrate", "seed"])
      await promisify(execFile)(process.execPath, [seedFile, what, url], { env });
  };
  return createDatabase({
    ...(server === undefined ? {} : { server }),
    template: { name: "medusa", make: fill },
  });
}

/** Who has this address is sold nothing on a plan, unless the product carries one. */
export const oneTimeBuyerEmail = "once@example.com";

/** A copy of that, with the tables of roles as well. */
async function medusaDatabaseWithRoles(): Promise<TestDatabase> {
  const database = await createMedusaDatabase();
  await promisify(execFile)(process.execPath, [seedFile, "migrate-roles", database.url], { env });
  return database;
}

export async function openTestShop(
  options: Partial<PayIndexPluginOptions> = {},
  { hasRoles = false }: { readonly hasRoles?: boolean } = {},
): Promise<TestShop> {
  const database = await (hasRoles ? medusaDatabaseWithRoles() : createMedusaDatabase());
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const work = new OrdersBeingPlaced();
  const heard: string[] = [];
  const logged: string[] = [];
  const medusa = await openMedusa((origin) => ({
    ...createSettings(origin, {
      databaseUrl: database.url,
      gateway: sandbox.url,
      subscriptionPlan: ({ cart }) =>
        cart.email === oneTimeBuyerEmail
          ? undefined
          : {
              id: "0b54dd1c-5b3c-4a6d-9c3e-0c3a1a4b7f10",
              name: "Tea every month",
              type: "monthly",
              description: "A pack of tea",
              attempts: 3,
            },
      completeOrder: (paid) => completionOfTest()(paid),
      changeItem: (item, about) => itemChangeOfTest()(item, about),
      onEvent: (event) => {
        work.hear(event);
        heard.push(JSON.stringify(event));
      },
      ...options,
    }),
    changes: { logger: createLogRecorder(logged), ...(hasRoles ? staffRolesConfig : {}) },
  }));
  const shop = await readSeededShop(medusa.container);
  const control = createControlClient(sandbox.url);
  function started(which: (about: Record<string, string>) => boolean): Record<string, string> {
    const found = heard
      .map((line) => JSON.parse(line) as Record<string, string>)
      .findLast((about) => about.event === "attempt-started" && which(about));
    if (found === undefined) throw new Error("nothing of the kind was started");
    return found;
  }
  const attempt = (cartId: string) => started(({ reference }) => reference === cartId).attemptId ?? "";
  async function notified(cartId: string): Promise<string> {
    const attemptId = attempt(cartId);
    await control.resolve(attemptId, { outcome: "paid" });
    const { httpStatus, reply } = await control.nextDelivery(attemptId);
    return `${httpStatus} ${reply}`;
  }
  const all = [...providerIds, "pp_system_default"];
  async function offer(offered: readonly string[]): Promise<void> {
    const { updateRegionsWorkflow } = require("@medusajs/medusa/core-flows");
    const input = { selector: { id: shop.regionId }, update: { payment_providers: offered } };
    await updateRegionsWorkflow(medusa.container).run({ input });
  }
  return {
    ...medusa,
    shop,
    sandbox,
    control,
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
    processed: (number) =>
      work.isDone({ reference: started(({ attemptId }) => attemptId === number).reference ?? "" }),
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
function createLogRecorder(logged: string[]): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        method === "shouldLog"
          ? () => true
          : (...told: unknown[]) => logged.push([String(method), ...told.map(toLogText)].join(" ")),
    },
  );
}

function toLogText(told: unknown): string {
  return typeof told === "string" ? told : inspect(told);
}
