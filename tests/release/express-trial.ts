import { findFreePort } from "@pay-index/embedded-postgres";
import { BlankProject } from "./blank-project.ts";
import type { InstallationTrialOptions } from "./installation-trial-types.ts";
import type { LocalRegistry } from "./local-registry.ts";
import { startPublishedSandbox } from "./published-sandbox.ts";
import { findCode, findCommand, replaceInCode } from "./readme-code.ts";

const readme = "packages/express/README.md";

/** What the README says that the reader has: an app, a function that reads an order, and a table. */
const readersCode = `
import { DatabaseSync } from "node:sqlite";
import express from "express";
const app = express();
const database = new DatabaseSync("shop.db");
database.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, total INTEGER NOT NULL, paid INTEGER NOT NULL DEFAULT 0)");
database.exec("INSERT INTO orders (id, total) VALUES ('7', 1999)");
const loadOrder = async (id: string) => ({
  id,
  buyer: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "5550100", country: "GB" },
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
  total: 1999,
});
`;

/** A shop on Express in an empty folder, with npm. Resolves when its order is paid. */
export async function tryExpress(
  registry: LocalRegistry,
  { newest }: InstallationTrialOptions,
): Promise<string> {
  const manifest = { type: "module", dependencies: { express: newest ? "latest" : "5.3.0" } };
  await using project = await BlankProject.create("express", registry.npmrc, manifest);
  await project.run(findCommand(readme, "npm install @pay-index/express"));
  const sandbox = await startPublishedSandbox(project);
  const port = await findFreePort("127.0.0.1");
  const code = replaceInCode(findCode(readme, "ts", "createPayIndex({"), {
    "http://localhost:4400": sandbox.url,
    "http://localhost:3000": `http://127.0.0.1:${port}`,
  });
  const rest = `
app.get("/orders/:order", (req, res) => {
  res.json(database.prepare("SELECT paid FROM orders WHERE id = ?").get(req.params.order));
});
app.listen(${port}, "127.0.0.1", () => console.log("shop: ready"));
`;
  await project.write("shop.ts", readersCode + code + rest);
  await project.start(["node", "shop.ts"], /shop: ready/);
  const shop = `http://127.0.0.1:${port}`;
  const checkout = await fetch(`${shop}/checkout/7`, { method: "POST", redirect: "manual" });
  const location = checkout.headers.get("location");
  if (!location?.startsWith(sandbox.url)) throw new Error(`The buyer was sent to ${location}.`);
  await sandbox.payLatestOrder();
  const order = (await (await fetch(`${shop}/orders/7`)).json()) as { paid?: number };
  if (order.paid !== 1) throw new Error(`The order is ${JSON.stringify(order)}.`);
  return "order 7 is paid";
}
