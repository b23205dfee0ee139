import type { RequestListener } from "node:http";
import type { ShopOptions } from "@pay-index/express";
import type { Payments, Site } from "../site.ts";
import type { ReadAuthorization } from "../staff.ts";

/** What a framework needs to serve the shop. */
export interface ShopParts<Tx> {
  readonly staffPassword: string | undefined;
  optionsFor<HostRequest>(readAuthorization: ReadAuthorization<HostRequest>): ShopOptions<Tx, HostRequest>;
  siteFor(pay: Payments): Site;
}

/** The payments of a framework, and what serves the shop with it. */
export interface MountedShop {
  readonly pay: Payments;
  readonly listener: RequestListener;
}

/** Opens the payments on a framework, and mounts them under /pay, the staff pages under /staff, and the pages of the shop. */
export type MountShop = <Tx>(parts: ShopParts<Tx>) => Promise<MountedShop>;
