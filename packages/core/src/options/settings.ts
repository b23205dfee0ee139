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
    ? optionsWithMerchantFunctionSchema().safeParse(options)
    : optionsSchema().safeParse(options);
}

/** Returns the settings that the event `ready` contains. */
export function setupSummary(settings: Settings): Omit<SetupSummary, keyof HostDatabaseAndSchedule> {
  const { publicUrl, gateway, sandbox, merchants } = settings;
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

type Operations = Settings["operations"];

/** The operations that a caller can ask for. `refundQuery` only follows a refund, and the gateway calls the webhook. */
type RequestedOperation = Exclude<keyof Operations, "refundQuery" | "disputeWebhook">;

const disabledTexts = {
  query:
    "This shop does not ask the gateway. If the gateway documents a query, set the option operations.query.",
  refund:
    "This shop does not refund through the gateway. If the gateway documents refunds, set the options operations.refund and operations.refundQuery.",
  cancelSubscription:
    "This shop does not cancel subscriptions. If the gateway documents the call, set the option operations.cancelSubscription.",
} as const satisfies Record<RequestedOperation, string>;

/** Returns the settings of an operation. @throws PayIndexError `operation_disabled` if the options do not name it */
export function requireOperationOption<Name extends RequestedOperation>(
  { settings }: { readonly settings: Pick<Settings, "operations"> },
  name: Name,
): NonNullable<Operations[Name]> {
  const operation = settings.operations[name];
  if (operation !== undefined) return operation;
  throw new PayIndexError("operation_disabled", disabledTexts[name]);
}
