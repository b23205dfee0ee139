import type { Context, MiddlewareHandler } from "hono";
import type { ErrorBody } from "../errors.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { ResolvedOptions } from "../options.ts";

/** The address that the sandbox listens on, and the host names that the developer permits. */
type AllowedHosts = Pick<ResolvedOptions, "host" | "allowHosts">;

/**
 * Refuses requests of other sites to the control API and the inspector with 403: a Host that is not this machine (DNS
 * rebinding), an Origin that is not this sandbox, or a form of another site.
 */
export function controlGuard(own: AllowedHosts): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!isAllowedHost(host, own)) return c.json(forbiddenError("this Host is not the sandbox"), 403);
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`) {
      return c.json(forbiddenError("this Origin is another site"), 403);
    }
    const isLink = c.req.method === "GET" && c.req.header("sec-fetch-mode") === "navigate";
    if (isFromAnotherSite(c) && !isLink) {
      return c.json(forbiddenError("this request comes from another site"), 403);
    }
    await next();
  };
}

/**
 * Refuses forms of other sites on the buyer's pages. A proxy can serve them with another name and with https, so the
 * Origin must only match the Host.
 */
export const buyerFormGuard: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header("origin");
  const isForeign = origin !== undefined && originHost(origin) !== c.req.header("host")?.toLowerCase();
  if (c.req.method !== "GET" && (isForeign || isFromAnotherSite(c))) {
    return c.text("This form belongs to another site.", 403);
  }
  await next();
};

/** What a shop's server sends, in messages. */
export interface ShopRequestDescription {
  readonly what: "sale" | "call";
  readonly rule: string;
}

/**
 * Returns why a request cannot be from a shop's server, for the shop's developer. Browsers always send an Origin with a
 * POST, and servers never do.
 */
export function findSenderProblem(
  c: Context,
  core: GatewayCore,
  { what, rule }: ShopRequestDescription,
): string | undefined {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (c.req.header("origin") !== undefined || site !== "none") {
    return `a web page sent this ${what}: send it from the server of your shop (${rule})`;
  }
  if (!isAllowedHost(c.req.header("host") ?? "", core)) {
    return `the Host header is not the sandbox: send ${what}s to ${core.url()}, or allow the name with --allow-host (${rule})`;
  }
  return undefined;
}

/** Another port of this machine is another site as well: browsers call it `same-site`. */
function isFromAnotherSite(c: Context): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site === "same-site") return c.req.method !== "GET";
  return site === "cross-site";
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function forbiddenError(error: string): ErrorBody {
  return { code: "forbidden", error };
}

function isAllowedHost(header: string, { host, allowHosts }: AllowedHosts): boolean {
  if (!URL.canParse(`http://${header}`)) return false;
  const url = new URL(`http://${header}`);
  if (url.host !== header.toLowerCase().replace(/:80$/, "")) return false;
  const name = url.hostname;
  const known = [host, ...allowHosts].map((own) => (own.includes(":") ? `[${own}]` : own).toLowerCase());
  return ["localhost", "[::1]", ...known].includes(name) || /^127(\.\d+){3}$/.test(name);
}
