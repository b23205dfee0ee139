// A blank Vendure shop from the packed packages, on the Vendures that they are for, sells, refunds and renews.
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

const refundOrder = `mutation ($paymentId: ID!, $amount: Money!) {
  refundOrder(input: { paymentId: $paymentId, amount: $amount, reason: "Broken", lines: [], shipping: 0, adjustment: 0 }) {
    __typename ... on Refund { state } } }`;
const findOrders = `{ orders(options: { sort: { createdAt: ASC } }) { items {
  code state totalWithTax payments { id amount state method refunds { state total } } } } }`;

describe.each(vendureReleases)("a blank shop on Vendure %s", (vendure) => {
  test.each(nodeReleases)(
    "places a paid order once, and on Node 24 refunds it and renews another: Node %s",
    async (release) => {
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
      const control = createControlClient(sandbox.url);
      const newestAttempt = async () => (await control.latestOrders({ limit: 1 })).orders[0]?.orderId ?? "";
      const delivered = (attemptId: string) => control.nextDelivery(attemptId, { timeout: 10_000 });
      const staff = await StaffMember.signIn(origin);
      const orders = async () =>
        (await staff.ask(findOrders)).items.filter(
          ({ state }: { state: string }) => state === "PaymentSettled",
        );

      const buyer = new Buyer(origin);
      const { items } = await buyer.ask(
        "{ products(options: { sort: { id: ASC } }) { items { variants { id } } } }",
      );
      const [lamp, tea] = items.map(({ variants }: { variants: { id: string }[] }) => variants[0]?.id);
      const code = await buyer.isReadyToPay(lamp);
      const { totalWithTax: amount } = await buyer.ask("{ activeOrder { totalWithTax } }");
      expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
      const attemptId = await newestAttempt();
      await control.resolve(attemptId, { outcome: "paid" });
      expect(await delivered(attemptId)).toMatchObject({ reply: "OK" });
      const payment = { amount, state: "Settled", method: "hosted", refunds: [] };
      const [order] = await orders();
      expect(order).toMatchObject({ code, totalWithTax: amount, payments: [payment] });

      // The rest does not depend on Node, and takes longer.
      if (release !== "24") return;
      const [{ id: paymentId }] = order.payments;
      expect(await staff.ask(refundOrder, { paymentId, amount })).toMatchObject({ __typename: "Refund" });
      await expect
        .poll(async () => (await orders())[0].payments[0].refunds, { timeout: 60_000 })
        .toEqual([{ state: "Settled", total: amount }]);

      const drinker = new Buyer(origin);
      await drinker.isReadyToPay(tea);
      const { action, formToken } = await drinker.start({ method: "subscription" });
      const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "0739" };
      await fetch(action, {
        method: "POST",
        redirect: "manual",
        headers: { origin, "user-agent": "Buyer/1.0" },
        body: new URLSearchParams({ ...card, form_token: formToken }),
      });
      expect(await delivered(await newestAttempt())).toMatchObject({ reply: "OK" });
      await control.advance({ days: 31 });
      await expect
        .poll(
          async () =>
            (await orders()).map(({ payments }: { payments: { method: string }[] }) => payments[0]?.method),
          { timeout: 10_000 },
        )
        .toEqual(["hosted", "subscription", "subscription"]);
    },
  );
});
