import { PayIndexPlugin, type PayIndexPluginOptions } from "@pay-index/vendure";
import {
  bootstrap,
  bootstrapWorker,
  DefaultLogger,
  DefaultMoneyStrategy,
  DefaultSchedulerPlugin,
  LogLevel,
  type VendureConfig,
} from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";
import { initialData } from "./initial-data.mts";

/** Where a shop keeps its data. Travels as JSON. */
export type Database =
  | { readonly kind: "sqljs"; readonly file?: string }
  | { readonly kind: "postgres" | "mariadb"; readonly url: string };

export interface VendureSettings {
  readonly database: Database;
  readonly port: number;
  readonly plugin: Omit<PayIndexPluginOptions, "publicUrl" | "orderPage"> & Partial<PayIndexPluginOptions>;
  /** An empty database is filled first. */
  readonly isEmpty: boolean;
  /** Logs the level info as well, as Vendure does by default. */
  readonly logsInfo?: boolean;
  /** Whether scheduled tasks are run. */
  readonly hasScheduler?: boolean;
  readonly changes?: Partial<VendureConfig>;
  readonly otherPlugins?: VendureConfig["plugins"];
}

/** A server, or a worker, which listens to nobody. */
export type Vendure = Awaited<ReturnType<typeof bootstrapWorker>>["app"];

export async function openVendure(settings: VendureSettings): Promise<Vendure> {
  const config = createConfig(settings);
  if (!settings.isEmpty) return bootstrap(config);
  return (await populate(() => bootstrap(config) as never, initialData)) as Vendure;
}

export async function openWorker(settings: VendureSettings): Promise<Vendure> {
  return (await bootstrapWorker(createConfig(settings))).app;
}

/** Vendure's integers with three decimals, so that every currency can be told. */
export class ThreeDecimalMoneyStrategy extends DefaultMoneyStrategy {
  override readonly precision = 3;
}

export function originOf({ port }: Pick<VendureSettings, "port">): string {
  return `http://127.0.0.1:${port}`;
}

export const authOptions: VendureConfig["authOptions"] = {
  tokenMethod: ["bearer"],
  superadminCredentials: { identifier: "superadmin", password: "superadmin" },
  // The passwords of a test need no protection, which would take a quarter of a second each time.
  passwordHashingStrategy: {
    hash: async (password) => password,
    check: async (password, stored) => password === stored,
  },
};

function createConfig(settings: VendureSettings): VendureConfig {
  const { database, port, plugin, isEmpty, hasScheduler = false, logsInfo = false } = settings;
  const { changes = {}, otherPlugins = [] } = settings;
  const origin = originOf(settings);
  return {
    logger: new DefaultLogger({ level: logsInfo ? LogLevel.Info : LogLevel.Warn, timestamp: false }),
    apiOptions: {
      port,
      hostname: "127.0.0.1",
      adminApiPath: "admin-api",
      shopApiPath: "shop-api",
      trustProxy: true,
    },
    authOptions,
    paymentOptions: { paymentMethodHandlers: [] },
    dbConnectionOptions: { ...connectionOptionsOf(database), synchronize: isEmpty },
    plugins: [
      ...otherPlugins,
      ...(hasScheduler ? [DefaultSchedulerPlugin.init({})] : []),
      PayIndexPlugin.init({
        publicUrl: `${origin}/pay`,
        orderPage: ({ reference }) => `${origin}/orders/${reference}`,
        ...plugin,
      }),
    ],
    ...changes,
  };
}

function connectionOptionsOf(database: Database): VendureConfig["dbConnectionOptions"] {
  switch (database.kind) {
    case "sqljs":
      return database.file === undefined
        ? { type: "sqljs" }
        : { type: "sqljs", location: database.file, autoSave: true };
    default:
      return { type: database.kind, url: database.url };
  }
}
