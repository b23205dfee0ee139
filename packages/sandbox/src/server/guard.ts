import type { MiddlewareHandler } from "hono";
import type { Failure } from "../control/contract.ts";

/**
 * Keeps web pages of other sites out of the desk: a Host that is not this machine (DNS rebinding) or an Origin that is
 * not this sandbox gets 403. `ownHost` is the name the sandbox was told to listen on.
 */
export function deskGuard(ownHost: string): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!isOwnHost(host, ownHost)) return c.json(forbidden("this Host is not the sandbox"), 403);
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`) {
      return c.json(forbidden("this Origin is another site"), 403);
    }
    if (c.req.header("sec-fetch-site") === "cross-site" && c.req.header("sec-fetch-mode") !== "navigate") {
      return c.json(forbidden("this request comes from another site"), 403);
    }
    await next();
  };
}

function forbidden(error: string): Failure {
  return { code: "forbidden", error };
}

function isOwnHost(header: string, ownHost: string): boolean {
  if (!URL.canParse(`http://${header}`)) return false;
  const url = new URL(`http://${header}`);
  if (url.host !== header.toLowerCase().replace(/:80$/, "")) return false;
  const name = url.hostname;
  const own = ownHost.includes(":") ? `[${ownHost}]` : ownHost;
  return (
    name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name) || name === own.toLowerCase()
  );
}
