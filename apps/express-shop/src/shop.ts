import { postgres } from "@pay-index/postgres";
import { sqlite } from "@pay-index/sqlite";
import { Pool } from "pg";
import { mountOnExpress } from "./frameworks/express.ts";
import type { MountedShop, MountShop } from "./frameworks/mount.ts";
import { PostgresOrders } from "./orders/postgres-orders.ts";
import { SqliteOrders } from "./orders/sqlite-orders.ts";
import { createPaymentOptions, type PaymentSettings, type ShopDatabase } from "./payments.ts";
import { createSite } from "./site.ts";

export interface Shop extends MountedShop {
  close(): Promise<void>;
}

/** Creates the whole shop. Default: on Express. */
export async function createShop(
  settings: PaymentSettings,
  mount: MountShop = mountOnExpress,
): Promise<Shop> {
  const { database } = settings;
  if (!/^postgres(ql)?:/.test(database))
    return openShop(settings, { store: sqlite(database), orders: new SqliteOrders(database) }, mount);
  const pool = new Pool({ connectionString: database });
  return openShop(settings, { store: postgres(pool), orders: new PostgresOrders(pool) }, mount);
}

async function openShop<Tx>(
  settings: PaymentSettings,
  shopDatabase: ShopDatabase<Tx>,
  mount: MountShop,
): Promise<Shop> {
  const { orders } = shopDatabase;
  await orders.open();
  const { pay, listener } = await mount<Tx>({
    staffPassword: settings.staffPassword,
    optionsFor: (readAuthorization) => createPaymentOptions(settings, shopDatabase, readAuthorization),
    siteFor: (opened) => createSite(orders, opened, settings),
  });
  const close = async () => {
    await pay.close();
    await orders.close();
  };
  return { pay, listener, close };
}
