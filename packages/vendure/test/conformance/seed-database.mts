import { fork } from "node:child_process";
import { once } from "node:events";
import type { CustomFields } from "@vendure/core";
import type { Database } from "../shop/open-vendure.mts";

/** Columns that a shop of its own has; one that names none of them does not see them. */
export const customFields: CustomFields = {
  ShippingLine: [{ name: "parcelShop", type: "string", nullable: true }],
};

/** Makes the tables and fills them, in a process of its own: Vendure keeps much that is global. */
export async function seedDatabase(database: Database): Promise<void> {
  const file = new URL("./seed-database-process.mts", import.meta.url);
  const child = fork(file, [JSON.stringify(database)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`filling a Vendure database ended with ${code}`);
}
