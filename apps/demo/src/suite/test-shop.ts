import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { startChildServer } from "../run/child-server.ts";

/** A shop and its gateway, as a buyer's tests see them. */
export interface TestShop {
  readonly shopUrl: string;
  readonly sandbox: Sandbox;
  /** What the shop's own database says of an order, read past the shop. */
  orderState(order: string): Promise<string>;
  close(): Promise<void>;
}

/** One whose shop is a process of its own. */
export interface TestShopProcess extends TestShop {
  /** Everything that the shop has stored or printed. */
  kept(): Promise<string>;
  /** The shop answers nobody any more, until it goes on where it was. */
  pause(): void;
  goOn(): void;
  /** Moves the shop's clock forward by so many seconds. */
  pass(seconds: number): Promise<void>;
}

interface TestShopOptions extends Pick<TestShop, "orderState"> {
  /** What is run. */
  readonly main: URL;
  /** The address of its database. */
  readonly database: string;
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Everything in that. */
  stored(): string | Promise<string>;
  /** Does away with it. */
  remove(): void | Promise<void>;
}

/** The shop as a process of its own, and a sandbox here, so that a test can look behind both. */
export async function openTestShopProcess(shop: TestShopOptions): Promise<TestShopProcess> {
  const jitter = { min: -40, max: 40 };
  const sandbox = await createSandbox({ port: 0, jitter, retryGaps: [100, 200], refundAfter: 0 });
  const { ready, output, pass, pause, goOn, end } = await startChildServer({
    name: "shop",
    args: [fileURLToPath(shop.main)],
    env: { PORT: "0", SANDBOX_URL: sandbox.url, DATABASE_URL: shop.database, ...shop.env },
    clockMoves: true,
    ready: /^shop: (http:\S+)/,
  });
  return {
    shopUrl: ready[1] ?? "",
    sandbox,
    orderState: (order) => shop.orderState(order),
    kept: async () => (await shop.stored()) + output(),
    pause,
    goOn,
    pass,
    async close() {
      await end();
      await sandbox.close();
      await shop.remove();
    },
  };
}
