import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import type { BlankProject } from "./blank-project.ts";
import { findCommand } from "./readme-code.ts";

export interface TrialGateway {
  readonly url: string;
  /** Pays the latest order, as a buyer does on the payment page. Resolves when the shop has replied `OK`. */
  payLatestOrder(): Promise<void>;
}

/** Starts the published sandbox with the command of its README, at a free port. */
export async function startPublishedSandbox(project: BlankProject): Promise<TrialGateway> {
  const cache = join(project.folder, ".npx");
  await mkdir(cache);
  const [program = "", ...args] = findCommand("packages/sandbox/README.md", "npx @pay-index/sandbox");
  // npx would use the sandbox of an earlier trial that is in its cache.
  const { ready } = await project.start([program, "--yes", ...args, "--port", "0"], /sandbox: (http\S+)/, {
    env: { npm_config_cache: cache },
  });
  const [, url = ""] = ready;
  const control = createControlClient(url);
  return { url, payLatestOrder: () => payLatestOrder(control) };
}

async function payLatestOrder(control: SandboxControl): Promise<void> {
  const [order] = (await control.latestOrders({ limit: 1 })).orders;
  if (order === undefined) throw new Error("The gateway has no order.");
  await control.resolve(order.orderId, { outcome: "paid" });
  const { reply } = await control.nextDelivery(order.orderId, { timeout: 20_000 });
  if (reply !== "OK") throw new Error(`The shop replied ${JSON.stringify(reply)} to the notification.`);
}
