import type { HostShop, ShopSettings } from "@pay-index/conformance";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { GatewayActor } from "../../packages/conformance/src/actors/gateway-actor.ts";
import { judgeRun } from "./host-judge.ts";
import { drawHostPlan } from "./host-plan.ts";
import { HostRun } from "./host-run.ts";

const first = Number(process.env.HOST_SEED ?? 1);
const seeds = Number(process.env.HOST_SEEDS ?? 2);

/** Plays seeds on a shop with real servers, as tests. HOST_SEED is the first one, HOST_SEEDS how many there are. */
export function simulateHost(
  name: string,
  open: (settings: ShopSettings) => Promise<Required<HostShop>>,
): void {
  let gateway: GatewayActor;
  let shop: Required<HostShop>;
  beforeAll(async () => {
    gateway = await GatewayActor.open();
    const operations = { refund: {}, refundQuery: {} };
    shop = await open({ ...gateway.settingsFor(), operations, unknownHold: 60, timeout: 5 });
  }, 600_000);
  afterAll(async () => {
    await shop?.close();
    await gateway?.close();
  }, 60_000);

  const all = Array.from({ length: seeds }, (_, index) => first + index);
  test.for(all)(`${name} keeps its promises in seed %i`, { timeout: 600_000 }, async (seed) => {
    const run = new HostRun(drawHostPlan(seed), shop, gateway.control);
    onTestFailed(() => console.error(run.lines.join("\n")));
    await run.play();
    const broken = await judgeRun(run);
    run.lines.push(...broken);
    expect(broken).toEqual([]);
  });
}
