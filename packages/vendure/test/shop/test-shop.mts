import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import type { VendureConfig } from "@vendure/core";
import type { TestDatabase } from "../conformance/test-database.mts";
import { Buyer } from "./buyer.mts";
import { openVendure, originOf, type Vendure, type VendureSettings } from "./open-vendure.mts";

/** A shop in this process, its gateway, and all that either of them wrote. */
export interface TestShop {
  readonly app: Vendure;
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly origin: string;
  readonly logged: string[];
  buyer(query?: Record<string, string>, tenant?: string): Buyer;
  /** The gateway order ID of the last attempt to pay this order. */
  attempt(code: string): Promise<string>;
  /** That attempt is paid, and the shop has answered. Gives the answer. */
  paid(code: string): Promise<string>;
  close(): Promise<void>;
}

interface TestShopOptions {
  readonly place: TestDatabase;
  readonly plugin?: Partial<VendureSettings["plugin"]>;
  readonly changes?: Partial<VendureConfig>;
  readonly otherPlugins?: VendureSettings["otherPlugins"];
  readonly hasScheduler?: boolean;
  /** Whether the database has no tables yet. */
  readonly isEmpty?: boolean;
}

export async function openTestShop(wish: TestShopOptions): Promise<TestShop> {
  const { place, plugin = {}, changes = {}, otherPlugins = [], hasScheduler = false, isEmpty = false } = wish;
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const port = await findFreePort();
  const logged: string[] = [];
  // Vendure logs what is no text, too.
  const note = (message: unknown) => void logged.push(String(message));
  const app = await openVendure({
    database: place.database,
    port,
    isEmpty,
    otherPlugins,
    hasScheduler,
    plugin: {
      gateway: sandbox.url,
      sandbox: true,
      acceptRawCards: true,
      merchants: sandbox.merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
      onEvent: (event) => note(JSON.stringify(event)),
      ...plugin,
    },
    changes: { logger: { error: note, warn: note, info: note, verbose: note, debug: note }, ...changes },
  });
  const control = createControlClient(sandbox.url);
  const origin = originOf({ port });
  const starts = () =>
    logged.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Record<string, string>);
  async function attempt(code: string) {
    const started = starts().findLast(
      ({ event, reference }) => event === "attempt-started" && reference === code,
    );
    if (started?.attemptId === undefined) throw new Error(`nothing was started for ${code}`);
    return started.attemptId;
  }
  return {
    app,
    sandbox,
    control,
    origin,
    logged,
    buyer: (query, tenant) => new Buyer(origin, query, tenant),
    attempt,
    async paid(code) {
      const attemptId = await attempt(code);
      await control.resolve(attemptId, { outcome: "paid" });
      const { httpStatus, reply } = await control.nextDelivery(attemptId);
      return `${httpStatus} ${reply}`;
    },
    async close() {
      await app.close();
      await sandbox.close();
      await place.remove();
    },
  };
}
