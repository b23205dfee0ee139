import type { Context, MiddlewareHandler } from "hono";
import type { ErrorBody } from "../errors.ts";

/** Under which host names requests may reach the sandbox, beside loopback addresses and `localhost`. */
export interface AllowedHosts {
  /** The address that the sandbox listens on. */
  readonly listening: string;
  /** Names that the developer allows. */
  readonly allowed?: readonly string[];
}

/**
 * Keeps web pages of other sites out of the desk: a Host that is not this machine (DNS rebinding), an Origin that is not
 * this sandbox, or a form that another site posts gets 403.
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
 * Keeps web pages of other sites from posting the forms of the buyer's pages. A proxy in front may serve them under
 * another name and by https, so the Origin has to agree with the Host only.
 */
export const buyerFormGuard: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header("origin");
  const isForeign = origin !== undefined && originHost(origin) !== c.req.header("host")?.toLowerCase();
  if (c.req.method !== "GET" && (isForeign || isFromAnotherSite(c))) {
    return c.text("This form belongs to another site.", 403);
  }
  await next();
};

/**
 * Why a sale cannot come from the server of a shop, as a sentence for the shop's developer. Browsers always send an
 * Origin with a POST, servers never do.
 */
export function findSaleSenderProblem(c: Context, own: AllowedHosts, url: string): string | undefined {
  const site = c.req.header("sec-fetch-site") ?? "none";
  if (c.req.header("origin") !== undefined || site !== "none") {
    return "a web page sent this sale: send it from the server of your shop (REQ-URL)";
  }
  if (!isAllowedHost(c.req.header("host") ?? "", own)) {
    return `the Host header is not the sandbox: send sales to ${url}, or allow the name with --allow-host (REQ-URL)`;
  }
  return undefined;
}

/** Another port of this machine is another site, too: browsers call it `same-site`. */
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

function isAllowedHost(header: string, { listening, allowed = [] }: AllowedHosts): boolean {
  if (!URL.canParse(`http://${header}`)) return false;
  const url = new URL(`http://${header}`);
  if (url.host !== header.toLowerCase().replace(/:80$/, "")) return false;
  const name = url.hostname;
  const known = [listening, ...allowed].map((own) => (own.includes(":") ? `[${own}]` : own).toLowerCase());
  return ["localhost", "[::1]", ...known].includes(name) || /^127(\.\d+){3}$/.test(name);
}
