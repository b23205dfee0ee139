import { container } from "@medusajs/framework";
import type { LoaderOptions } from "@medusajs/framework/types";
import { PayIndexError } from "@pay-index/core";
import { checkOptions } from "../../../options.ts";
import { findProviderMismatches } from "../../../provider-mismatches.ts";
import { findRegisteredProviders } from "../../../registered-modules.ts";

/**
 * Compares the merchants of the plugin with those of its providers: the shop passes the options twice, at two places of
 * one file. Medusa gives neither part the other's options, but has the whole file in its container.
 *
 * @throws PayIndexError `options_invalid`, with the path of each difference: Medusa stops at boot
 */
export async function assertSameMerchants({ options }: LoaderOptions): Promise<void> {
  const problems = findProviderMismatches(checkOptions(options).core, findRegisteredProviders(container));
  if (problems.length === 0) return;
  throw new PayIndexError(
    "options_invalid",
    "The plugin and its payment providers have different merchants, so no paid order could be placed. Pass the same options to payIndexProviders(…) and to the plugin.",
    { problems },
  );
}
