import type { SetupWarning } from "@pay-index/core";
import { refusesRawCards, tenantOfMerchant, toEventError, variantsOfMerchant } from "@pay-index/core/adapter";
import { findSessionWarnings } from "@pay-index/server";
import { Channel, type ConfigService, PaymentMethod, type TransactionalConnection } from "@vendure/core";
import { checkOriginAgainstCors } from "./check-origin-against-cors.ts";
import { tenantOfChannel } from "./checkout-snapshot.ts";
import { isPayIndexMethod, missingVariantText, paymentVariantOf } from "./configured-payment-methods.ts";
import { findUnavailablePaymentVariantReason } from "./find-unavailable-payment-variant-reason.ts";
import type { CheckedOptions } from "./options.ts";
import { findSchedulerWarnings } from "./scheduler-warning.ts";
import { findMissingTablesProblem } from "./store/require-tables.ts";
import { findUnknownPlans } from "./subscription/find-unknown-plans.ts";

interface BootWarningInput {
  readonly config: ConfigService;
  readonly connection: Pick<TransactionalConnection, "rawConnection">;
  readonly options: Pick<CheckedOptions, "core" | "own">;
}

/** Returns a warning for each wrong setting of this shop, with its solution. */
export async function findBootWarnings(shop: BootWarningInput): Promise<SetupWarning[]> {
  return [
    ...findSchedulerWarnings(shop.config),
    ...(await sessionWarnings(shop)),
    ...unavailablePlanWarnings(shop),
    ...(await unknownPlanWarnings(shop)),
    ...(await unknownTenantWarnings(shop)),
    ...(await unavailableMethods(shop)),
    ...(await tablesMissing(shop)),
  ];
}

/** In the sandbox, developers use http and other ports. */
async function sessionWarnings({ config, options: { core } }: BootWarningInput): Promise<SetupWarning[]> {
  if (core.sandbox === true) return [];
  const { tokenMethod = "cookie", cookieOptions } = config.authOptions;
  const hasCookie = [tokenMethod].flat().includes("cookie");
  return findSessionWarnings({
    cors: { "apiOptions.cors": (origin) => checkOriginAgainstCors(config.apiOptions.cors, origin) },
    secureCookie:
      hasCookie && cookieOptions.secure !== true ? "authOptions.cookieOptions.secure to true" : undefined,
  });
}

/** Warns of merchants without a channel: they sell nothing. */
async function unknownTenantWarnings({
  connection,
  options: { core },
}: BootWarningInput): Promise<SetupWarning[]> {
  try {
    const channels = await connection.rawConnection.getRepository(Channel).find();
    const known = new Set(channels.map(tenantOfChannel));
    const merchants = core.merchants.filter((merchant) => !known.has(tenantOfMerchant(merchant)));
    const listed = channels.map((channel) => `"${tenantOfChannel(channel)}" (${channel.code})`).join(", ");
    return merchants.map(({ id, tenant }) => ({
      code: "merchant_without_channel",
      message: `The merchant ${id} has the tenant "${tenant}", which is not the id of a channel, so nobody can pay this merchant. Use one of ${listed}.`,
    }));
  } catch (error) {
    return [
      { code: "channels_unread", message: `The channels could not be read: ${toEventError(error).message}` },
    ];
  }
}

/** Warns of payment methods that no buyer can use. A method that works in at least one of its channels is left out. */
async function unavailableMethods({
  connection,
  options: { core },
}: BootWarningInput): Promise<SetupWarning[]> {
  try {
    const methods = await connection.rawConnection
      .getRepository(PaymentMethod)
      .find({ where: { enabled: true }, relations: { channels: true } });
    return methods.filter(isPayIndexMethod).flatMap((method) => unavailableMethod(method, core) ?? []);
  } catch (error) {
    return [
      {
        code: "methods_unread",
        message: `The payment methods could not be read: ${toEventError(error).message}`,
      },
    ];
  }
}

function unavailableMethod(method: PaymentMethod, core: CheckedOptions["core"]): SetupWarning | undefined {
  const variant = paymentVariantOf(method);
  const why =
    variant === undefined
      ? missingVariantText(method)
      : findUnavailablePaymentVariantReason(core, variant, method.channels.map(tenantOfChannel));
  if (why === undefined) return undefined;
  return {
    code: "method_not_sold",
    message: `Buyers cannot use the payment method "${method.code}". ${why}`,
  };
}

/** A worker starts without the tables: the server may create them later. */
async function tablesMissing({ connection }: BootWarningInput): Promise<SetupWarning[]> {
  try {
    const why = await findMissingTablesProblem(connection);
    return why === undefined
      ? []
      : [{ code: "tables_missing", message: `${why} Until then, nothing is retried.` }];
  } catch (error) {
    return [
      {
        code: "tables_unread",
        message: `The tables of pay-index could not be read: ${toEventError(error).message}`,
      },
    ];
  }
}

/** Warns at boot, so that it is not a buyer who finds the problem. */
function unavailablePlanWarnings({ options: { core, own } }: BootWarningInput): SetupWarning[] {
  if (own.plans.size === 0) return [];
  const isServed = core.merchants.some((merchant) => variantsOfMerchant(merchant).includes("subscription"));
  const why = [
    refusesRawCards(core, "subscription")
      ? ["this server accepts no card numbers without acceptRawCards: true"]
      : [],
    isServed ? [] : ["no merchant serves the variant subscription"],
  ].flat();
  if (why.length === 0) return [];
  return [
    {
      code: "plans_not_sold",
      message: `The options have plans, but nobody can subscribe: ${why.join(", and ")}.`,
    },
  ];
}

/** The shop starts in any case: only goods with such a plan are affected. */
async function unknownPlanWarnings({
  connection,
  options: { own },
}: BootWarningInput): Promise<SetupWarning[]> {
  if (!own.hasPlanField) return [];
  try {
    const unknown = await findUnknownPlans(connection, own.plans);
    if (unknown.length === 0) return [];
    return [
      {
        code: "plans_unknown",
        message: `Product variants have plans that the options do not contain: ${unknown.join(", ")}. Nobody can buy them. Add the plans again, or choose other plans for these variants.`,
      },
    ];
  } catch (error) {
    return [
      {
        code: "plans_unread",
        message: `The plans of the product variants could not be read: ${toEventError(error).message}`,
      },
    ];
  }
}
