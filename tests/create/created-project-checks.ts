import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "@pay-index/embedded-postgres";
import { expect } from "vitest";
import { startChildServer } from "../../apps/demo/src/run/child-server.ts";
import { type NewUser, type PackageManager, packageManagerCommand } from "./new-user.ts";

/** Creates a project, installs it, runs its demo and its type check. Prints how long each step took, and returns its folder. */
export async function expectDemoPaysOrder(
  user: NewUser,
  host: string,
  manager: PackageManager,
): Promise<string> {
  const steps: string[] = [];
  const measure = async <Result>(step: string, work: Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work;
    steps.push(`${step} ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };
  const cwd = await measure("create", user.create(host, manager));
  const inProject = (...args: readonly string[]) =>
    user.run(packageManagerCommand(manager, ...args), { cwd });
  await measure("install", inProject("install"));
  const printed = await measure("demo", inProject("run", "demo"));
  await measure("types", inProject("run", "types"));
  console.log(`${host} with ${manager}: ${steps.join(", ")}`);
  expect(printed).toContain("the shop replied OK");
  expect(printed).toMatch(/payment in the shop.*'paid'/);
  expect(printed).toMatch(/payment at the gateway.*'paid'/);
  expect(printed).toContain("The order is paid and placed.");
  return cwd;
}

/** Runs the demo of a project with a key that the gateway does not know. */
export async function expectFailingDemo(user: NewUser, cwd: string): Promise<void> {
  const command = ["env", "MERCHANT_KEY=the-key-of-another-merchant", "npm", "run", "demo"];
  const failed = await user.run(command, { cwd }).then(
    () => undefined,
    (error) => error,
  );
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain("The demo failed.");
  expect(failed.stderr).toContain("The buyer did not reach the payment page");
}

/** Starts the project as it was created, for production. It would sell for play money, so it refuses, and says what to do. */
export async function expectStartRefused(user: NewUser, cwd: string): Promise<void> {
  const failed = await user.run(["timeout", "180", "npm", "run", "start"], { cwd }).then(
    () => undefined,
    (error) => error,
  );
  const printed = `${failed?.stdout}${failed?.stderr}`;
  expect(printed).toContain("sandbox: must not be true with NODE_ENV=production, because no money moves");
  expect(failed).not.toMatchObject({ code: 124 });
}

interface ExpectedCheck {
  /** For `.env`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The codes of what `doctor` finds. */
  readonly findings?: readonly string[];
}

/** Returns the codes of what `doctor` finds. It ends with 1 if there are any. */
async function findingsOf(user: NewUser, cwd: string): Promise<string[]> {
  const command = ["npx", "pay-index", "doctor", "--json"];
  const printed = await user.run(command, { cwd }).catch(({ stdout }) => String(stdout));
  const { findings } = JSON.parse(printed) as { readonly findings?: readonly { readonly code: string }[] };
  if (findings === undefined) throw new Error(`doctor did not end: ${printed}`);
  return findings.map(({ code }) => code);
}

/** Starts the project for a person in a browser, on the ports of `.env`, lets `doctor` check it, and stops it. */
export async function expectDevServer(
  user: NewUser,
  cwd: string,
  { settings = {}, findings = [] }: ExpectedCheck = {},
): Promise<void> {
  const [port, gatewayPort] = [await findFreePort("localhost"), await findFreePort()];
  const [shopUrl, gatewayUrl] = [`http://localhost:${port}/`, `http://127.0.0.1:${gatewayPort}/`];
  await changeSettings(cwd, {
    ...{ PORT: String(port), STOREFRONT_PORT: String(port), SHOP_URL: shopUrl.slice(0, -1) },
    ...{ GATEWAY_PORT: String(gatewayPort), GATEWAY_URL: gatewayUrl.slice(0, -1) },
    ...settings,
  });
  const { scripts } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8"));
  const [, ...args] = scripts.dev.split(" ");
  const dev = await startChildServer({
    name: "dev",
    args,
    cwd,
    env: {},
    ready: /Ctrl-C ends both/,
  });
  try {
    expect(dev.output()).toContain(`The shop     ${shopUrl.slice(0, -1)}`);
    expect(await (await fetch(shopUrl)).text()).toMatch(/<button[^>]*>Pay \$?\d+\.\d\d/);
    expect((await fetch(gatewayUrl)).status).toBe(200);
    // The first sweep of a shop can be ten seconds after its start.
    await expect.poll(() => findingsOf(user, cwd), { timeout: 90_000, interval: 2000 }).toEqual(findings);
  } finally {
    await dev.end();
  }
  for (const url of [shopUrl, gatewayUrl]) await expect(fetch(url)).rejects.toThrow("fetch failed");
}

/** Changes settings in `.env`, and adds those that it does not have. */
async function changeSettings(cwd: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const file = join(cwd, ".env");
  const lines = (await readFile(file, "utf8")).split("\n");
  const others = lines.filter((line) => !Object.hasOwn(settings, line.split("=")[0] ?? ""));
  const changed = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, [...others, ...changed, ""].join("\n"));
}
