import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { PayIndex, PayIndexPluginOptions } from "@pay-index/medusa";

const require = createRequire(import.meta.url);

export interface MedusaSettings {
  readonly databaseUrl: string;
  readonly payments: PayIndexPluginOptions;
  /** Whatever else a shop says in its medusa-config. */
  readonly changes?: object;
}

/** A stock Medusa in this process, with the plugin as it was built. A process has room for one at a time. */
export interface Medusa {
  readonly container: MedusaContainer;
  readonly payIndex: PayIndex;
  readonly origin: string;
  close(): Promise<void>;
}

export const appFolder = join(import.meta.dirname, "app");

/** Where its medusa-config looks. */
export function setMedusaSettings(settings: MedusaSettings): void {
  (globalThis as Record<symbol, unknown>)[Symbol.for("pay-index test shop")] = settings;
}

const variants = ["card", "hosted", "link", "subscription", "apm"] as const;

/** All five variants at a sandbox, each with its merchant, and another tenant that no region offers. */
export function createSettings(
  origin: string,
  { databaseUrl, ...more }: { databaseUrl: string } & Partial<PayIndexPluginOptions>,
): MedusaSettings {
  return {
    databaseUrl,
    payments: {
      gateway: "http://localhost:4400",
      publicUrl: `${origin}/hooks/pay-index`,
      sandbox: true,
      acceptRawCards: true,
      merchants: [
        ...variants.map((variant, index) => ({
          id: String(10_001 + index),
          key: `sandbox-${variant}-key`,
          variants: [variant],
        })),
        { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"], tenant: "berlin" },
        { id: "10001", key: "sandbox-card-key", variants: ["card"], tenant: "berlin" },
      ],
      orderPage: ({ reference }) => `https://shop.example/orders/${reference}`,
      ...more,
    },
  };
}

export async function openMedusa(
  makeSettings: (origin: string) => MedusaSettings,
  port = 0,
): Promise<Medusa> {
  // Medusa's own Express: another release of it has other requests.
  const express = createRequire(require.resolve("@medusajs/framework/http"))("express");
  const expressApp = express();
  const server = createServer(expressApp as RequestListener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setMedusaSettings(makeSettings(origin));
  const { default: load } = require("@medusajs/medusa/loaders/index");
  const { container, shutdown } = await load({ directory: appFolder, expressApp });
  return {
    container,
    payIndex: container.resolve("payIndex"),
    origin,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await shutdown();
      forgetShop(container);
    },
  };
}

/** Medusa keeps its modules, its config and its connection for the life of a process. The next shop has others. */
function forgetShop(container: MedusaContainer): void {
  const { MedusaModule } = require("@medusajs/framework/modules-sdk");
  // A file that defines a link runs once in a process.
  const links = [...MedusaModule.getCustomLinks()];
  MedusaModule.clearInstances();
  for (const link of links) MedusaModule.setCustomLink(link);
  delete require.cache[join(appFolder, "medusa-config.js")];
  const closed = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const isRegistered = container.hasRegistration.bind(container);
  container.hasRegistration = (name) =>
    isRegistered(name) &&
    (name !== ContainerRegistrationKeys.PG_CONNECTION || container.resolve(name) !== closed);
}
