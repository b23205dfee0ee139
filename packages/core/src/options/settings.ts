import { PayIndexError, problemsOf } from "../errors.ts";
import type { HostSetup, SetupSummary } from "../events/pay-index-event.ts";
import { type Variant, variants } from "../protocol/sale/sale.ts";
import type { KeyRing } from "../protocol/signature/notification-sign.ts";
import { Secret } from "../secret.ts";
import { type Options, optionsSchema, type ParsedOptions } from "./options-schema.ts";

export interface Merchant {
  readonly id: string;
  readonly tenant: string;
  readonly keys: KeyRing;
  readonly variants: ReadonlySet<Variant>;
}

/** The checked options. Keys are stored in `Secret`, which cannot be printed. */
export interface Settings extends Omit<ParsedOptions, "merchants" | "website"> {
  readonly merchants: readonly Merchant[];
  readonly website: string;
}

/**
 * Checks the options at start-up. The error names the place of each mistake.
 *
 * @throws PayIndexError `options_invalid`
 */
export function readOptions(options: Options): Settings {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    throw new PayIndexError("options_invalid", "These payment options cannot be used.", {
      problems: problemsOf(parsed.error.issues),
    });
  }
  const settings = parsed.data;
  return {
    ...settings,
    website: settings.website ?? new URL(settings.publicUrl).origin,
    merchants: settings.merchants.map(({ id, tenant, key, previousKeys, variants: served }) => ({
      id,
      tenant,
      keys: { current: new Secret(key), previous: previousKeys.map((previous) => new Secret(previous)) },
      variants: new Set(served ?? variants),
    })),
  };
}

/** Returns the settings that the event `ready` contains. */
export function setupSummary({
  publicUrl,
  gateway,
  sandbox,
  merchants,
}: Settings): Omit<SetupSummary, keyof HostSetup> {
  return {
    notifyUrl: `${publicUrl}/notify/<gateway order ID>/<token>`,
    gateway,
    sandbox,
    merchants: merchants.map(({ id, tenant, variants: served }) => ({ id, tenant, variants: [...served] })),
  };
}
