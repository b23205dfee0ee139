import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const api = join(import.meta.dirname, "../../.medusa/server/src/api");

export interface AdminRoute {
  readonly method: string;
  /** With an id that exists nowhere in place of each parameter. */
  readonly path: string;
}

/** Every admin route of the plugin that is on disk, with each of its methods. */
export function listAdminRoutes(): AdminRoute[] {
  const files = readdirSync(join(api, "admin"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => basename(file) === "route.js")
    .flatMap((file) => {
      const path = `/admin/${dirname(file)
        .replaceAll("\\", "/")
        .replace(/\[\w+\]/g, "none")}`;
      const handlers = require(join(api, "admin", file));
      return methods.filter((method) => method in handlers).map((method) => ({ method, path }));
    });
}
