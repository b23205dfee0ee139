import { readFile } from "node:fs/promises";
import { findFreePort } from "@pay-index/embedded-postgres";
import { Buyer } from "../../packages/vendure/test/shop/buyer.mts";
import { StaffMember } from "../../packages/vendure/test/shop/staff-member.mts";
import { BlankProject } from "./blank-project.ts";
import type { InstallationTrialOptions } from "./installation-trial-types.ts";
import type { LocalRegistry } from "./local-registry.ts";
import { startPublishedSandbox, type TrialGateway } from "./published-sandbox.ts";
import { findCode, findCommand, replaceInCode } from "./readme-code.ts";

const readme = "packages/vendure/README.md";

/**
 * The override is the same as in this repository: the newest one asks for a version of another package that does not
 * resolve. In a block, because pnpm adds a line for a package that is as new as ours.
 */
const settings = `overrides:
  "@graphql-tools/delegate": 12.2.0
pmOnFail: ignore
strictDepBuilds: false
`;

/** A Vendure shop in an empty folder, with pnpm. Resolves when its order is paid. */
export async function tryVendure(
  registry: LocalRegistry,
  { newest }: InstallationTrialOptions,
): Promise<string> {
  const dependencies = { "@vendure/core": newest ? "latest" : "3.7.3", "sql.js": "1.14.2" };
  await using project = await BlankProject.create("vendure", registry.npmrc, { dependencies });
  await project.write("pnpm-workspace.yaml", settings);
  const names = findCommand(readme, "npm install @pay-index/vendure").slice(2);
  await project.run(["npx", "--yes", "pnpm@12", "add", ...names]);
  const sandbox = await startPublishedSandbox(project);
  const port = await findFreePort("127.0.0.1");
  const shop = `http://127.0.0.1:${port}`;
  await writeShop(project, { sandbox, port });
  await project.start(["node", "shop.ts"], /shop: ready/);
  await createPaymentMethod(shop);
  const code = await payOrder(shop, sandbox);
  return `order ${code} is paid and placed`;
}

async function writeShop(
  project: BlankProject,
  { sandbox, port }: { sandbox: TrialGateway; port: number },
): Promise<void> {
  const config = replaceInCode(findCode(readme, "ts", "PayIndexPlugin.init({\n      gateway"), {
    "http://localhost:4400": sandbox.url,
    "http://localhost:3000": `http://127.0.0.1:${port}`,
    // The rest of the reader's configuration.
    "// …\n": "...blank,\n",
  });
  await project.write("vendure-config.ts", `import { blank } from "./blank-config.ts";\n${config}`);
  await project.write(
    "blank-config.ts",
    `export const blank = { ...${JSON.stringify(blankConfig(port))} };\n`,
  );
  const shop = await readFile(new URL("blank-projects/vendure-shop.ts", import.meta.url), "utf8");
  await project.write("shop.ts", shop);
}

/** The part of Vendure's template that a shop needs, with a database in memory and no worker. */
function blankConfig(port: number): object {
  return {
    apiOptions: { port, hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
    authOptions: {
      tokenMethod: ["bearer"],
      superadminCredentials: { identifier: "superadmin", password: "superadmin" },
    },
    dbConnectionOptions: { type: "sqljs", synchronize: true },
    schedulerOptions: { runTasksInWorkerOnly: false },
    paymentOptions: { paymentMethodHandlers: [] },
  };
}

/** What step 2 of the README does in the admin. */
async function createPaymentMethod(shop: string): Promise<void> {
  const staff = await StaffMember.signIn(shop);
  const create =
    "mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { code } }";
  const handler = { code: "pay-index", arguments: [{ name: "variant", value: "hosted" }] };
  const translations = [{ languageCode: "en", name: "Pay online", description: "" }];
  await staff.ask(create, { input: { code: "pay-online", enabled: true, handler, translations } });
}

/** Sells one thing with the two requests of the README. Returns the code of the order. */
async function payOrder(shop: string, sandbox: TrialGateway): Promise<string> {
  const buyer = new Buyer(shop);
  const [{ variants }] = (await buyer.ask("{ products { items { variants { id } } } }")).items;
  const code = await buyer.isReadyToPay(variants[0].id);
  const started = await buyer.ask(findCode(readme, "graphql", "startPayIndexPayment(input"));
  if (!started.url?.startsWith(sandbox.url)) throw new Error(`The buyer got ${JSON.stringify(started)}.`);
  await sandbox.payLatestOrder();
  const query = findCode(readme, "graphql", "query { payIndexPayment(");
  const payment = await buyer.ask(replaceInCode(query, { "…": code }));
  if (payment.state !== "PAID" || payment.placed !== true)
    throw new Error(`The payment is ${JSON.stringify(payment)}.`);
  return code;
}
