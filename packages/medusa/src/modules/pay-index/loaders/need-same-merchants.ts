import { container } from "@medusajs/framework";
import type { ConfigModule, LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";
import { differingProviders, type Registered } from "../../../differing-providers.ts";
import { checkOptions } from "../../../options.ts";

/**
 * The plugin and its providers are given their options apart, in two places of one file. Medusa shows neither to the other, but has all of that
 * file in its container.
 *
 * @throws PayIndexError `options_invalid`, with the path of each difference: Medusa stops at boot
 */
export async function needSameMerchants({ options }: LoaderOptions): Promise<void> {
  const { modules } = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE);
  const { options: payment } = Object(modules?.[Modules.PAYMENT]) as {
    options?: { providers?: readonly Registered[] };
  };
  const problems = differingProviders(checkOptions(options).core, payment?.providers ?? []);
  if (problems.length === 0) return;
  throw new PayIndexError(
    "options_invalid",
    "The plugin and its payment providers have different merchants, so nothing that is paid could be placed. Give payIndexProviders(…) the very options that the plugin has.",
    { problems },
  );
}
