import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, findFreePort } from "@pay-index/embedded-postgres";
import type { SeededShop } from "../../packages/medusa/test/shop/buyer.mts";
import { staffLogin, starterDependencies } from "../medusa-admin/blank-medusa-shop.ts";
import { BlankProject } from "./blank-project.ts";
import type { InstallationTrialOptions } from "./installation-trial-types.ts";
import type { LocalRegistry } from "./local-registry.ts";
import { startPublishedSandbox, type TrialGateway } from "./published-sandbox.ts";
import { findCode, findCommand, replaceInCode } from "./readme-code.ts";

const readme = "packages/medusa/README.md";

/** What the reader of the README has: Medusa's own command, a database, and an address. */
interface Shop {
  readonly project: BlankProject;
  readonly sandbox: TrialGateway;
  readonly url: string;
  readonly env: Record<string, string>;
}

/** A Medusa shop in an empty folder, with npm. Resolves when its order is paid. */
export async function tryMedusa(
  registry: LocalRegistry,
  { newest }: InstallationTrialOptions,
): Promise<string> {
  const database = await createDatabase();
  try {
    const dependencies = newest ? newestMedusa() : starterDependencies;
    await using project = await BlankProject.create("medusa", registry.scopedNpmrc, { dependencies });
    const names = findCommand(readme, "npm install @pay-index/medusa").slice(2);
    await project.run(["npm", "install", "--ignore-scripts", ...names]);
    const sandbox = await startPublishedSandbox(project);
    const port = String(await findFreePort("127.0.0.1"));
    const url = `http://127.0.0.1:${port}`;
    const env = { DATABASE_URL: database.url, PORT: port, NODE_ENV: "development" };
    const shop = { project, sandbox, url, env };
    await writeShop(shop);
    const sold = await fillShop(shop);
    await project.run(["npx", "medusa", "build"], { ...env, NODE_ENV: "production" });
    const start = [join(project.folder, "node_modules/.bin/medusa"), "start"];
    const production = { env: { ...env, NODE_ENV: "production" }, within: ".medusa/server" };
    await project.start(start, /Server is ready/, production);
    await enableProvider(shop, sold);
    const orderId = await payCart(shop, sold);
    return `order ${orderId} is paid and placed`;
  } finally {
    await database.drop();
  }
}

/** Medusa's packages have one version. The others stay as its starter lists them. */
function newestMedusa(): Record<string, string> {
  const isMedusa = (name: string) => name.startsWith("@medusajs/");
  const entries = Object.entries(starterDependencies).map(([name, range]) => [
    name,
    isMedusa(name) ? "latest" : range,
  ]);
  return Object.fromEntries(entries);
}

async function writeShop({ project, sandbox, url }: Shop): Promise<void> {
  const cors = `storeCors: "${url}", adminCors: "${url}", authCors: "${url}"`;
  const projectConfig = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { ${cors}, jwtSecret: "not-a-secret", cookieSecret: "not-a-secret" },
  },\n`;
  const config = replaceInCode(findCode(readme, "ts", "payIndexProviders(payments)"), {
    "http://localhost:4400": sandbox.url,
    "http://localhost:9000": url,
    "// … `loadEnv` above this call, and `projectConfig` here, stay as they are\n": projectConfig,
  });
  await project.write("medusa-config.ts", config);
  const copies = {
    "tsconfig.json": new URL("../medusa-admin/shop/tsconfig.json", import.meta.url),
    "fill.js": new URL("blank-projects/medusa-fill.js", import.meta.url),
    "seed.mts": new URL("../../packages/medusa/test/shop/seed-shop.mts", import.meta.url),
  };
  for (const [file, source] of Object.entries(copies))
    await project.write(file, await readFile(source, "utf8"));
}

/** Creates the tables, something to sell, and a member of staff. */
async function fillShop({ project, env }: Shop): Promise<SeededShop> {
  await project.run(["npx", "medusa", "db:migrate"], env);
  const output = await project.run(["npx", "medusa", "exec", "./fill.js"], env);
  await project.run(["npx", "medusa", "user", "-e", staffLogin.email, "-p", staffLogin.password], env);
  const [, sold] = /^sold: (.*)$/m.exec(output) ?? [];
  if (sold === undefined) throw new Error(`There is nothing to sell.\n${output}`);
  return JSON.parse(sold);
}

/** What step 2 of the README does in the admin. */
async function enableProvider({ url }: Shop, { regionId }: SeededShop): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ token?: string }>;
  };
  const { token } = await post("/auth/user/emailpass", staffLogin);
  await post(`/admin/regions/${regionId}`, { payment_providers: ["pp_pay-index_hosted"] }, token);
}

/** Sells one thing with the code of the README. Returns the id of the order. */
async function payCart({ project, sandbox, url }: Shop, sold: SeededShop): Promise<string> {
  const readersCode = `
import Medusa from "@medusajs/js-sdk";
const sdk = new (Medusa.default ?? Medusa)({ baseUrl: "${url}", publishableKey: "${sold.publishableKey}" });
const region_id = "${sold.regionId}";
const variant_id = "${sold.variantId}";
const window = { location: { href: "" } };
`;
  const fill = findCode(readme, "ts", "sdk.store.cart.create(");
  const start = findCode(readme, "ts", "pay.start({ cart_id");
  const print = "console.log(JSON.stringify({ cartId: cart.id, href: window.location.href }));\n";
  await project.write("pay.mjs", readersCode + fill + start + print);
  const { cartId, href } = JSON.parse(await project.run(["node", "pay.mjs"]));
  if (!href.startsWith(sandbox.url)) throw new Error(`The buyer was sent to ${href}.`);
  await sandbox.payLatestOrder();
  const client = start.split("\n").filter((line) => /^import|^const pay =/.test(line));
  const page = `const cartId = "${cartId}";\nconst location = { assign: console.log };\nconst show = console.log;\n`;
  const status = findCode(readme, "ts", "await pay.status(cartId)");
  await project.write("return.mjs", `${readersCode}${client.join("\n")}\n${page}${status}`);
  const printed = (await project.run(["node", "return.mjs"])).trim();
  const [, orderId] = /^\/order\/(order_\w+)\/confirmed$/.exec(printed) ?? [];
  if (orderId === undefined) throw new Error(`The buyer's page says: ${printed}`);
  return orderId;
}
