// A blank Vendure shop from the packed packages, on the lowest and the highest Vendure that they are for, pays one order.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startChildServer } from "../../apps/demo/src/run/child-server.ts";
import { Buyer } from "../../packages/vendure/test/shop/buyer.mts";
import { StaffMember } from "../../packages/vendure/test/shop/staff-member.mts";
import { vendureReleases } from "./host-releases.ts";
import { fetchNode, type NodeRelease, nodeReleases } from "./node-releases.ts";
import { packTarballs, runProgram, type Tarballs } from "./pack-tarballs.ts";

/**
 * As in this repository: the newest delegate asks for a version of another package that does not resolve. The bcrypt of
 * Vendure before 3.6 downloads its program when it is installed.
 */
const overrides = { "@graphql-tools/delegate": "12.2.0", bcrypt: "^6.0.0" };

let folder: string;
let tarballs: Tarballs;
const nodes = new Map<NodeRelease, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-vendures-"));
  tarballs = await packTarballs();
  for (const release of nodeReleases) nodes.set(release, await fetchNode(release, folder));
  for (const vendure of vendureReleases) await install(vendure);
});
afterAll(async () => {
  await tarballs?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function install(vendure: string): Promise<void> {
  const place = join(folder, vendure);
  await mkdir(place);
  await cp(new URL("vendure/shop.cjs", import.meta.url), join(place, "shop.cjs"));
  const ours = await tarballs.dependencies("vendure");
  const manifest = {
    name: "blank",
    private: true,
    dependencies: { "@vendure/core": vendure, "sql.js": "1.14.2", ...ours },
    overrides: { ...overrides, ...ours },
  };
  await writeFile(join(place, "package.json"), JSON.stringify(manifest));
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await runProgram("npm", ["install", ...flags], { cwd: place, maxBuffer: 1e8 });
}

describe.each(vendureReleases)("a blank shop on Vendure %s", (vendure) => {
  test.each(nodeReleases)("places one paid order, once, on Node %s", async (release) => {
    const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
    onTestFinished(() => sandbox.close());
    const port = String(await findFreePort("localhost"));
    const shop = await startChildServer({
      name: "shop",
      args: ["shop.cjs", port, sandbox.url],
      cwd: join(folder, vendure),
      env: { VENDURE_DISABLE_TELEMETRY: "true" },
      node: nodes.get(release)!,
      ready: /^shop: ready/,
    });
    onTestFinished(() => shop.end());
    const origin = `http://127.0.0.1:${port}`;
    const buyer = new Buyer(origin);
    const [{ variants }] = (await buyer.ask("{ products { items { variants { id } } } }")).items;
    const code = await buyer.isReadyToPay(variants[0].id);
    const { totalWithTax: amount } = await buyer.ask("{ activeOrder { totalWithTax } }");
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
    const control = createControlClient(sandbox.url);
    const attemptId = (await control.latestOrders({ limit: 1 })).orders[0]?.orderId ?? "";
    await control.resolve(attemptId, { outcome: "paid" });
    expect(await control.nextDelivery(attemptId, { timeout: 10_000 })).toMatchObject({ reply: "OK" });
    const staff = await StaffMember.signIn(origin);
    const find = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) {
      items { state totalWithTax payments { amount state method } } } }`;
    const { items } = await staff.ask(find, { code });
    expect(items).toEqual([
      {
        state: "PaymentSettled",
        totalWithTax: amount,
        payments: [{ amount, state: "Settled", method: "hosted" }],
      },
    ]);
  });
});
