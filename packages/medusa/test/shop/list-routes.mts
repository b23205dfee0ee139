import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const api = join(import.meta.dirname, "../../.medusa/server/src/api");

export interface PluginRoute {
  readonly method: string;
  /** With an id that exists nowhere in place of each parameter. */
  readonly path: string;
  /** With the names of the parameters. */
  readonly pattern: string;
}

/** Every route of the plugin that is on disk, with each of its methods. */
export function listRoutes(area: "admin" | "store"): PluginRoute[] {
  const files = readdirSync(join(api, area), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => basename(file) === "route.js")
    .flatMap((file) => {
      const folder = `/${area}/${dirname(file).replaceAll("\\", "/")}`;
      const path = folder.replace(/\[\w+\]/g, "none");
      const pattern = folder.replace(/\[(\w+)\]/g, ":$1");
      const handlers = require(join(api, area, file));
      return methods.filter((method) => method in handlers).map((method) => ({ method, path, pattern }));
    });
}

/** Every route of Medusa that the plugin's middlewares name for requests that change something. */
export function listGuardedMedusaRoutes(): string[] {
  const { routes } = require(join(api, "middlewares.js")).default as {
    routes: { matcher: string; methods?: string[] }[];
  };
  const isOwn = (path: string) => path.includes("/pay-index") || path === "/admin/*";
  return routes
    .filter(({ matcher }) => !isOwn(matcher))
    .flatMap(({ matcher, methods: named = ["ALL"] }) => named.map((method) => `${method} ${matcher}`));
}
