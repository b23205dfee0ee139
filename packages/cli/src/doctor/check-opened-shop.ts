import type { OpenedShop } from "../config/define-config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkMiddlewareBeforeRouter, checkTrustProxy } from "./check-express-app.ts";
import { checkRecordedHealth } from "./check-recorded-health.ts";
import type { CheckName, DoctorCheckRunner } from "./doctor-check-runner.ts";
import type { Finding } from "./finding.ts";

/** The checks that need an opened shop. */
export const openedShopCheckNames: readonly CheckName[] = ["proxies", "body-parsers", "database", "records"];

/** The checks that need correct options. */
export const checkNamesAfterOptions: readonly CheckName[] = [
  "notify-address",
  "clock",
  "opening",
  ...openedShopCheckNames,
];

/** Runs the checks for which the shop returns what they read. Which checks run depends on the host. */
export async function checkOpenedShop(
  shop: OpenedShop,
  options: object,
  checks: DoctorCheckRunner,
): Promise<Finding[]> {
  const { app, database, gateway } = shop;
  const proxies =
    app === undefined && !("trustProxy" in shop)
      ? checks.skip(
          ["proxies"],
          "open() returns no app and no trustProxy. On Express, return app. On Vendure, return trustProxy. On Medusa, this check does not exist.",
        )
      : await checks.run("proxies", () => checkTrustProxy(shop, options));
  const parsers =
    app === undefined
      ? checks.skip(["body-parsers"], "open() returns no app. This check is for Express.")
      : await checks.run("body-parsers", () => checkMiddlewareBeforeRouter(app, gateway));
  const tables =
    database === undefined
      ? checks.skip(["database"], "open() returns no database. This check is for a pool of pg.")
      : await checks.run("database", () => checkDatabase(database));
  const isReadable = !tables.some(({ code }) => code.startsWith("database_"));
  const records = isReadable
    ? await checks.run("records", () => checkRecordedHealth(gateway))
    : checks.skip(["records"], "The database cannot be read.");
  return [...proxies, ...parsers, ...tables, ...records];
}
