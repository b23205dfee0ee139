import { container } from "@medusajs/framework";
import type { ConfigModule, LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { assertNoOptionProblems, findSecretProblems } from "@pay-index/server";
import { checkOptions } from "../../../options.ts";

/**
 * Refuses secrets of examples outside the sandbox: who knows them can sign in as every user, and reach the payments of staff.
 *
 * @throws PayIndexError `options_invalid`, with the path of each secret: Medusa stops at boot
 */
export async function assertSafeSecrets({ options }: LoaderOptions): Promise<void> {
  if (checkOptions(options).core.sandbox === true) return;
  const { http } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig;
  assertNoOptionProblems(
    findSecretProblems({
      secrets: {
        "projectConfig.http.jwtSecret": http.jwtSecret,
        "projectConfig.http.cookieSecret": http.cookieSecret,
      },
    }),
  );
}
