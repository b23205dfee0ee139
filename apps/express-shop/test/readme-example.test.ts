import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { completeGatewayPages, waitForOrderPage } from "@pay-index-apps/demo/buyer/gateway-pages";
import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { type ChildServer, startChildServer } from "@pay-index-apps/demo/run/child-server";
import { afterEach, expect, it } from "vitest";

const app = fileURLToPath(new URL("..", import.meta.url));
const readme = new URL("../../../README.md", import.meta.url);

let sandbox: Sandbox | undefined;
let shop: ChildServer | undefined;
const folders: string[] = [];
afterEach(async () => {
  await shop?.end();
  await sandbox?.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The first block of code after the marker, as a reader would copy it. */
function readReadmeSnippet(): string {
  const [, found] =
    /<!-- north-star -->[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync(readme, "utf8")) ?? [];
  if (found === undefined) throw new Error("README.md has no ```ts block after <!-- north-star -->");
  return found;
}

/** What the snippet takes for granted: an Express app, an order, and its imports where it leaves them out. */
function toProgram(code: string): string {
  const imported = (name: string) => new RegExp(`^import .* from "${name}"`, "m").test(code);
  const imports = [
    `import express from "express";`,
    `import { DatabaseSync } from "node:sqlite";`,
    imported("@pay-index/express") ? "" : `import { createPayIndex, money } from "@pay-index/express";`,
    imported("@pay-index/sqlite") ? "" : `import { sqlite } from "@pay-index/sqlite";`,
  ];
  return `${imports.join("\n")}
const database = new DatabaseSync("shop.db", { timeout: 5000 });
database.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, total INTEGER NOT NULL, paid INTEGER NOT NULL DEFAULT 0); INSERT INTO orders (id, total) VALUES ('order-1', 4250)");
async function loadOrder(id: string) {
  const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "2070000000", country: "GB" };
  return { id, buyer, items: [{ name: "Reading lamp of " + id, price: 4250, quantity: 1 }], total: 4250 };
}
const app = express();
app.get("/", (_req, res) => void res.send('<form method="post" action="/checkout/order-1"><button>Pay</button></form>'));
app.get("/orders/:order", (req, res) => {
  res.send(String(database.prepare("SELECT paid FROM orders WHERE id = ?").get(req.params.order)?.paid));
});
${code}
app.listen(3000, "localhost", () => console.log("ready"));
`;
}

function temporaryFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, ".north-star-"));
  folders.push(folder);
  return folder;
}

/** Under the app, so that imports resolve as they would in a shop. */
async function writeProgram(ports: Record<string, string>): Promise<string> {
  const text = toProgram(readReadmeSnippet()).replace(/\b(3000|4400)\b/g, (port) => ports[port] ?? port);
  const file = join(temporaryFolder(app), "shop.ts");
  writeFileSync(file, text);
  return file;
}

it("the example in the README runs unchanged as a shop that takes a payment", async () => {
  sandbox = await createSandbox({ port: 0 });
  const port = String(await findFreePort("localhost"));
  const file = await writeProgram({ 3000: port, 4400: String(sandbox.port) });
  shop = await startChildServer({
    name: "the snippet",
    args: [file],
    cwd: temporaryFolder(tmpdir()),
    ready: /^ready$/,
  });
  const buyer = new FormBrowser();
  await buyer.open(`http://localhost:${port}/`);
  await buyer.submit("button");
  await completeGatewayPages(buyer, testCards.good);
  await waitForOrderPage(buyer);
  expect(buyer.page.url.pathname).toBe("/orders/order-1");
  expect(buyer.page.root.textContent).toBe("1");
  expect(sandbox.orders()).toMatchObject([{ variant: "hosted", amount: "42.50", state: "paid" }]);
});
