/** An Express shop as a process of its own: a cart, a checkout, orders, stock and mail, with the payments beside them. */
import type { AddressInfo } from "node:net";
import type { CartChange, Checkout, Draft, ShopSettings } from "@pay-index/conformance";
import { type Life, runShop, WorkInHand } from "@pay-index/conformance/in-shop";
import type { Decision, Variant } from "@pay-index/core";
import { anyPort } from "@pay-index/embedded-postgres";
import express from "express";
import { type PayIndex, payIndex } from "../../src/index.ts";
import type { DatabaseAddress, OpenDatabase } from "./database.ts";
import { Mishap } from "./mishap.ts";
import { openPostgres } from "./postgres-database.ts";
import {
  amountDue,
  changeCart,
  disable,
  fillCart,
  findCart,
  place,
  type Query,
  readBooks,
  renew,
  sellOut,
  setCart,
  tables,
} from "./shop-books.ts";
import { addShopPages, cardSaleOf } from "./shop-pages.ts";
import { openSqlite } from "./sqlite-database.ts";

/** Rounds. What is not done by then, such as what fails each time, is for the scenario to find. */
const longestSweep = 100;

interface Given {
  readonly settings: ShopSettings;
  readonly database: DatabaseAddress;
}

interface Open<Tx> {
  readonly pay: PayIndex;
  readonly database: OpenDatabase<Tx>;
  readonly write: (change: (query: Query) => Promise<void>) => Promise<void>;
  readonly work: WorkInHand;
}

await runShop<Given, { port: number }>(async (life) => {
  const { database } = life.given;
  switch (database.kind) {
    case "sqlite":
      return open(life, await openSqlite(database.file));
    case "postgres":
      return open(life, await openPostgres(database.url));
  }
});

async function open<Tx>(
  { given, before, observe }: Life<Given, { port: number }>,
  database: OpenDatabase<Tx>,
) {
  const { store, within } = database;
  const mishap = new Mishap(store);
  const work = new WorkInHand();
  const write = <Result>(work: (query: Query) => Promise<Result>) =>
    store.transaction((tx) => work(within(tx)));
  await write(async (query) => {
    for (const table of tables) await query(table);
  });
  const app = express().set("trust proxy", true);
  const server = app.listen(before?.port ?? (await anyPort()), "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const pay = await payIndex<Tx>({
    ...given.settings,
    publicUrl: `http://127.0.0.1:${port}/pay`,
    store,
    amountDue: ({ reference, tenant, tx }) => amountDue(within(tx), { reference, tenant }),
    async onPaid({ payment, key, tx }) {
      const answer = await place(within(tx), payment, key);
      mishap.befall();
      return answer;
    },
    async onCycle({ payment, cycle, tx }) {
      const answer = await renew(within(tx), payment, cycle);
      mishap.befall();
      return answer;
    },
    orderPage: ({ reference }) => `/orders/${encodeURIComponent(reference)}`,
    cardSale: async ({ reference }) =>
      cardSaleOf(reference, await findCart(database.read, { tenant: "default", reference })),
    observe: (event) => {
      work.hear(event);
      observe(event);
    },
    tickEvery: 0,
  });
  app.use("/pay", pay.router);
  addShopPages(app, { pay, read: database.read, write });
  return {
    ready: { port },
    calls: {
      ...callsOf({ pay, database, write, work }),
      stumble: () => mishap.plan("stumble"),
      dieOncePlaced: () => mishap.plan("die"),
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await pay.close();
      await database.close();
    },
  };
}

function callsOf<Tx>({ pay, database, write, work }: Open<Tx>) {
  const { read, tableNames } = database;
  return {
    fill: (of: Checkout, draft: Draft) => write((query) => fillCart(query, of, draft)),
    change: (of: Checkout, change: CartChange) => write((query) => changeCart(query, of, change)),
    set: (of: Checkout, column: string, value: string | number) =>
      write((query) => setCart(query, of, { [column]: value })),
    sellOut: (of: Checkout) => write((query) => sellOut(query, of)),
    decide: (decision: Decision) => pay.decide(decision),
    disable: (variant: Variant) => write((query) => disable(query, variant)),
    read: async (of: Checkout) => {
      await work.isDone(of);
      return { ...(await readBooks(read, of)), book: await pay.status(of) };
    },
    async sweep() {
      for (let round = 0; round < longestSweep; round++) {
        const { settled, worked } = await pay.sweep();
        if (settled + worked === 0) return;
      }
    },
    async tables() {
      const rows = (await tableNames()).map(async (name) => [name, await read(`SELECT * FROM "${name}"`)]);
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}
