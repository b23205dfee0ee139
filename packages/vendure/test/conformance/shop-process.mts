/** A stock Vendure as a process of its own. */
import type { Checkout, ShopSettings } from "@pay-index/conformance";
import { runShop, WorkInHand } from "@pay-index/conformance/in-shop";
import type { Sale } from "@pay-index/core";
import { PayIndexService } from "@pay-index/vendure";
import { TransactionalConnection } from "@vendure/core";
import { type Database, freePort, openVendure, Thousandths, type Vendure } from "../shop/open-vendure.mts";
import { openChannels } from "./channels.mts";
import { Mishap } from "./mishap.mts";
import { cancel, disable, findBooks, readTables, sell } from "./shop-books.mts";

export interface Given {
  readonly settings: ShopSettings;
  readonly database: Database;
}

type Plan = Extract<Sale, { variant: "subscription" }>["plan"];

await runShop<Given, { port: number }>(async ({ given, before, observe }) => {
  const plans = new Map<string, Plan>();
  const work = new WorkInHand();
  const mishap = new Mishap();
  const port = before?.port ?? (await freePort());
  const app = await openVendure({
    database: given.database,
    port,
    isEmpty: false,
    changes: {
      entityOptions: { moneyStrategy: new Thousandths() },
      orderOptions: { process: mishap.processes },
    },
    plugin: {
      ...given.settings,
      observe: (event) => {
        work.hear(event);
        observe(event);
      },
      subscriptionPlan: ({ order }) => plans.get(order.code),
    },
  });
  nameDates(app);
  mishap.watch(app);
  if (before === undefined) await openChannels(app, given.settings.merchants);
  return {
    ready: { port },
    calls: {
      ...callsOf(app, work),
      plan: (reference: string, plan: Plan) => void plans.set(reference, plan),
      stumble: () => mishap.plan("stumble"),
      dieOncePlaced: () => mishap.plan("die"),
    },
    close: () => app.close(),
  };
});

/** TypeORM knows columns with dates by the global Date, which the scenarios' clock replaces; on SQLite it makes them of text. */
function nameDates(app: Vendure): void {
  const { entityMetadatas, options } = app.get(TransactionalConnection).rawConnection;
  if (options.type === "postgres") return;
  for (const column of entityMetadatas.flatMap(({ columns }) => columns))
    if (column.type === Date) column.type = "datetime";
}

function callsOf(app: Vendure, work: WorkInHand) {
  const { gateway } = app.get(PayIndexService);
  return {
    sell: (wanted: Parameters<typeof sell>[1]) => sell(app, wanted),
    cancel: (of: Checkout) => cancel(app, of),
    disable: (variant: string) => disable(app, variant),
    read: async (of: Checkout) => {
      await work.isDone(of);
      const book = await gateway.status(of);
      return { ...(await findBooks(app, of, book)), book };
    },
    async sweep() {
      for (;;) {
        const { settled, worked } = await gateway.sweep();
        if (settled + worked === 0) return;
      }
    },
    tables: () => readTables(app),
  };
}
