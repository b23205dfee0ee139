import type { Variant } from "@pay-index/core";
import { money } from "@pay-index/core";
import type { LinkSale } from "@pay-index/core/adapter";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import type { Judge } from "./judge.ts";
import type { Owner } from "./scheduler.ts";
import type { World } from "./world.ts";

/** An order of the shop. */
export interface ShopOrder {
  readonly reference: string;
  /** What is due now. The buyer can change the cart until it is placed. */
  dueMinor: number;
  readonly currency: string;
  /** The paid attempt for which it was placed. */
  placedFor: string | undefined;
  /** The key of each effect on it: of the order, of a renewal, of a report. */
  readonly effects: Map<string, string>;
  /** How often the shop still refuses it. */
  refusals: number;
}

export interface ShopMerchant {
  readonly id: string;
  key: string;
  previousKeys: string[];
  readonly variants: Variant[];
}

/** A process with its own line to the database. */
export interface ConnectedProcess extends Owner {
  readonly connection: Connection;
}

/** What the processes of a shop share. */
export interface ShopParts {
  readonly world: World;
  readonly judge: Judge;
  readonly database: Database;
  readonly merchants: readonly ShopMerchant[];
  readonly orders: Map<string, ShopOrder>;
  /** Starts another process for one that died. */
  restart(dead: Owner): void;
  /** The network from a process to the gateway. */
  fetch(process: Owner, url: string, body: string): Promise<Response>;
}

export const buyer = {
  ...{ firstName: "Canary", lastName: "Canaryname", email: "canary.buyer@example.com", phone: "5550100" },
  ...{ country: "GB", ip: "203.0.113.7", userAgent: "Mozilla/5.0" },
};

/** What the shop sells at a payment link. */
export function linkSaleOf(order: ShopOrder | undefined): LinkSale | undefined {
  if (order === undefined || order.placedFor !== undefined) return undefined;
  const { ip: _, userAgent: __, ...unseen } = buyer;
  return { amount: money(order.dueMinor, order.currency), buyer: unseen };
}
