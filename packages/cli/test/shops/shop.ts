import type { DatabaseSync } from "node:sqlite";
import { createPayIndex, type ExpressOptions, money, type PayIndex } from "@pay-index/express";
import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import express, { type Express } from "express";
import type { OpenedShop } from "pay-index";
import { Pool, type PoolClient } from "pg";

/** What the processes of a test tell a shop. */
export interface ShopSettings {
  readonly gateway: string;
  readonly publicUrl: string;
  /** The address of a Postgres database, or the path of a SQLite file. */
  readonly database: string;
  readonly key?: string;
  readonly migrate?: boolean;
  readonly max?: number;
  /** Changes of the options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whether `onPaid` refuses every order. */
  readonly refuses?: boolean;
  /** A warning that the host reports at start. */
  readonly warning?: { readonly code: string; readonly message: string };
  /** What `open` returns besides the gateway, instead of the app and the pool of an Express shop. */
  readonly returns?: keyof typeof otherReturns;
  /** The name of a change of the app. */
  readonly app?: keyof typeof appChanges | "without-router";
}

type Tx = DatabaseSync | PoolClient;

const appChanges = {
  none: () => undefined,
  "trust-any-proxy": (app: Express) => app.set("trust proxy", true),
  "parser-first": (app: Express) => app.use(express.urlencoded({ extended: true })),
} as const;

const otherReturns = {
  gateway: {},
  "trust-proxy": { trustProxy: undefined },
  "trust-any-proxy": { trustProxy: true },
} as const;

const isPostgres = ({ database }: ShopSettings) => database.startsWith("postgres:");

/** The options of the shop without its store and its functions, as `doctor` checks them. */
export function shopOptions({ gateway, publicUrl, key = "sandbox-hosted-key", options }: ShopSettings) {
  return {
    gateway,
    publicUrl,
    sandbox: true,
    merchants: [{ id: "10002", key }],
    operations: { query: { minimumGap: 0 } },
    orderPage: ({ reference }: { reference: string }) => `/orders/${reference}`,
    onEvent: () => undefined,
    ...options,
  };
}

/** What the configuration of the tests returns. */
export async function openConfiguredShop(settings: ShopSettings): Promise<OpenedShop> {
  const shop = await openShop(settings);
  if (settings.returns === undefined) return shop;
  return { gateway: shop.gateway, close: shop.close, ...otherReturns[settings.returns] };
}

export interface TestShop extends OpenedShop {
  readonly gateway: PayIndex;
  readonly app: Express;
}

/** Opens the shop of the tests: its orders are rows of a table, which `onPaid` marks as paid. */
export async function openShop(settings: ShopSettings): Promise<TestShop> {
  const pool = isPostgres(settings)
    ? new Pool({ connectionString: settings.database, max: settings.max ?? 5 })
    : undefined;
  pool?.on("error", () => undefined);
  const store = pool ? postgres(pool, { migrate: settings.migrate ?? true }) : sqlite(settings.database);
  const pay = await createPayIndex<Tx>({
    ...shopOptions(settings),
    store: store as unknown as ExpressOptions<Tx>["store"],
    tickEvery: 0,
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment: { reference }, tx }) =>
      settings.refuses === true
        ? { refused: { code: "out_of_stock", message: "The last one was sold." } }
        : markAsPaid(tx, reference),
  });
  const app = express();
  if (settings.app !== "without-router") {
    appChanges[settings.app ?? "none"](app);
    app.use(new URL(settings.publicUrl).pathname, pay.router);
  }
  const { warning } = settings;
  const health: typeof pay.health = async () => {
    const health = await pay.health();
    return warning ? { ...health, problems: ["start-warnings"], startWarnings: [warning] } : health;
  };
  return {
    gateway: { ...pay, health },
    app,
    ...(pool ? { database: pool } : {}),
    close: async () => {
      await pay.close();
      await pool?.end();
    },
  };
}

const createOrders = "CREATE TABLE IF NOT EXISTS orders (reference TEXT NOT NULL, paid INTEGER NOT NULL)";

async function markAsPaid(tx: Tx, reference: string): Promise<void> {
  if ("prepare" in tx) {
    tx.exec(createOrders);
    tx.prepare("INSERT INTO orders VALUES (?, 1)").run(reference);
    return;
  }
  await tx.query(createOrders);
  await tx.query("INSERT INTO orders VALUES ($1, 1)", [reference]);
}
