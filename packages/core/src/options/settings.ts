import { PayIndexError, problemsOfSchemaIssues } from "../errors.ts";
import type { HostDatabaseAndSchedule, SetupSummary } from "../events/pay-index-event.ts";
import { type LoadMerchants, type Merchant, toMerchant } from "./merchant-list.ts";
import {
  type GatewayOptions,
  optionsSchema,
  optionsWithMerchantFunctionSchema,
  type ParsedOptions,
} from "./options-schema.ts";

/** The checked options. */
export interface Settings extends Omit<ParsedOptions, "merchants" | "website"> {
  /** All merchants, or the shop's function that returns those of one tenant. */
  readonly merchants: readonly Merchant[] | LoadMerchants;
  readonly website: string;
}

/**
 * Checks the options at start-up. The error names the place of each mistake.
 *
 * @throws PayIndexError `options_invalid`
 */
export function readOptions(options: GatewayOptions): Settings {
  const parsed = parseOptions(options);
  if (!parsed.success) {
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", {
      problems: problemsOfSchemaIssues(parsed.error.issues),
    });
  }
  const { merchants, ...settings } = parsed.data;
  return {
    ...settings,
    website: settings.website ?? new URL(settings.publicUrl).origin,
    merchants: typeof merchants === "function" ? merchants : merchants.map(toMerchant),
  };
}

function parseOptions(options: GatewayOptions) {
  const { merchants } = Object(options) as Partial<GatewayOptions>;
  return typeof merchants === "function"
    ? optionsWithMerchantFunctionSchema.safeParse(options)
    : optionsSchema.safeParse(options);
}

/** Returns the settings that the event `ready` contains. */
export function setupSummary({
  publicUrl,
  gateway,
  sandbox,
  merchants,
}: Settings): Omit<SetupSummary, keyof HostDatabaseAndSchedule> {
  return {
    notifyUrl: `${publicUrl}/notify/<gateway order ID>/<token>`,
    gateway,
    sandbox,
    merchants:
      typeof merchants === "function"
        ? "function"
        : merchants.map(({ id, tenant, variants: served }) => ({ id, tenant, variants: [...served] })),
  };
}
