import type { IncomingHttpHeaders } from "node:http";
import {
  type CorsOriginStatus,
  type ForeignRequestProblem,
  findForeignRequestProblem,
} from "@pay-index/server";
import type { VendureConfig } from "@vendure/core";

type CorsSettings = VendureConfig["apiOptions"]["cors"];
type AllowedOrigin = Exclude<CorsSettings, boolean | undefined>["origin"];

/** Returns why a request that changes data is refused. Vendure permits every origin by default. Undefined: accept it. */
export async function findForeignVendureRequestProblem(
  settings: CorsSettings,
  headers: IncomingHttpHeaders,
): Promise<ForeignRequestProblem | undefined> {
  const cors = await checkOriginAgainstCors(settings, headers.origin ?? "");
  return findForeignRequestProblem({ headers, cors });
}

/** Returns how `apiOptions.cors` treats an origin. `true`, which is Vendure's default, and `*` permit every origin. */
export async function checkOriginAgainstCors(
  settings: CorsSettings,
  origin: string,
): Promise<CorsOriginStatus> {
  if (typeof settings !== "object") return settings === false ? "refused" : "any";
  return checkOriginSetting(settings.origin ?? true, origin);
}

/** Reads the setting like the package `cors`, which Nest uses. */
async function checkOriginSetting(
  setting: NonNullable<AllowedOrigin>,
  origin: string,
): Promise<CorsOriginStatus> {
  if (typeof setting === "boolean") return setting ? "any" : "refused";
  if (setting === "*") return "any";
  if (typeof setting === "string") return setting === origin ? "listed" : "refused";
  if (setting instanceof RegExp) return setting.test(origin) ? "listed" : "refused";
  if (typeof setting !== "function") {
    const answers = await Promise.all(
      setting.map((each) => checkOriginSetting(each === "*" ? false : each, origin)),
    );
    return answers.includes("listed") ? "listed" : "refused";
  }
  return new Promise((resolve) => {
    setting(origin, (error, answer) => {
      if (error !== null || answer === undefined) resolve("refused");
      else resolve(answer === true ? "listed" : checkOriginSetting(answer, origin));
    });
  });
}
