import type { SetupWarning } from "@pay-index/core";
import { refusesRawCards, tenantOfMerchant, toEventError, variantsOfMerchant } from "@pay-index/core/adapter";
import { findSessionWarnings } from "@pay-index/server";
import {
  Channel,
  type ConfigService,
  defaultConfig,
  PaymentMethod,
  type TransactionalConnection,
  VENDURE_VERSION,
} from "@vendure/core";
import { checkOriginAgainstCors } from "./check-origin-against-cors.ts";
import { tenantOfChannel } from "./checkout-snapshot.ts";
import { isPayIndexMethod, missingVariantText, paymentVariantOf } from "./configured-payment-methods.ts";
import { findUnavailablePaymentVariantReason } from "./find-unavailable-payment-variant-reason.ts";
import type { CheckedOptions } from "./options.ts";
import { findMariadbWarnings } from "./store/mariadb-settings.ts";
import { findMissingTablesProblem } from "./store/require-tables.ts";
import { findUnknownPlans } from "./subscription/find-unknown-plans.ts";

interface BootWarningInput extends Pick<CheckedOptions, "core" | "own"> {
  readonly config: ConfigService;
  readonly connection: Pick<TransactionalConnection, "rawConnection">;
}

/** Returns a warning for each wrong setting of this shop, with its solution. */
export async function findBootWarnings(shop: BootWarningInput): Promise<SetupWarning[]> {
  return [
    ...(hasScheduler(shop.config) ? [] : [noSchedulerWarning]),
    ...findStaffPagesWarnings(VENDURE_VERSION),
    ...(await sessionWarnings(shop)),
    ...unavailablePlanWarnings(shop),
    ...(await unlessUnread("plans_unread", "The plans of the product variants", unknownPlanWarnings(shop))),
    ...(await unlessUnread("channels_unread", "The channels", unknownTenantWarnings(shop))),
    ...(await unlessUnread("methods_unread", "The payment methods", unavailableMethods(shop))),
    ...(await unlessUnread("tables_unread", "The tables of pay-index", tablesMissing(shop))),
    ...(await unlessUnread(
      "settings_unread",
      "The settings of the database",
      findMariadbWarnings(shop.connection.rawConnection),
    )),
  ];
}

/** The shop starts in any case. Its log says what could not be read. */
function unlessUnread(code: string, what: string, found: Promise<SetupWarning[]>): Promise<SetupWarning[]> {
  return found.catch((error: unknown) => [
    { code, message: `${what} could not be read: ${toEventError(error).message}` },
  ]);
}

const noSchedulerWarning: SetupWarning = {
  code: "scheduler_missing",
  message:
    "This shop has no scheduler, so the plugin retries nothing: interrupted notifications and orders that could not be placed stay as they are. Add DefaultSchedulerPlugin.init() to the plugins.",
};

/** Dashboards before 3.6 export too little for the pages. */
export function findStaffPagesWarnings(version: string): SetupWarning[] {
  if (!/^3\.[0-5]\./.test(version)) return [];
  const message = `The staff pages need Vendure 3.6 or later, and this is ${version}. Update Vendure, or resolve review items through the staff API below /pay-index-staff.`;
  return [{ code: "staff_pages_missing", message }];
}

/** Vendure's default scheduler strategy runs no task. */
function hasScheduler({ schedulerOptions }: ConfigService): boolean {
  const { schedulerStrategy } = schedulerOptions;
  const idle = defaultConfig.schedulerOptions.schedulerStrategy;
  return schedulerStrategy !== undefined && schedulerStrategy.constructor !== idle?.constructor;
}

/** In the sandbox, developers use http and other ports. */
async function sessionWarnings({ config, core }: BootWarningInput): Promise<SetupWarning[]> {
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
async function unknownTenantWarnings({ connection, core }: BootWarningInput): Promise<SetupWarning[]> {
  const channels = await connection.rawConnection.getRepository(Channel).find();
  const known = new Set(channels.map(tenantOfChannel));
  const merchants = core.merchants.filter((merchant) => !known.has(tenantOfMerchant(merchant)));
  const listed = channels.map((channel) => `"${tenantOfChannel(channel)}" (${channel.code})`).join(", ");
  return merchants.map(({ id, tenant }) => ({
    code: "merchant_without_channel",
    message: `The merchant ${id} has the tenant "${tenant}", which is not the id of a channel, so nobody can pay this merchant. Use one of ${listed}.`,
  }));
}

/** Warns of payment methods that no buyer can use. A method that works in at least one of its channels is left out. */
async function unavailableMethods({ connection, core }: BootWarningInput): Promise<SetupWarning[]> {
  const methods = await connection.rawConnection
    .getRepository(PaymentMethod)
    .find({ where: { enabled: true }, relations: { channels: true } });
  return methods.filter(isPayIndexMethod).flatMap((method) => unavailableMethod(method, core) ?? []);
}

function unavailableMethod(method: PaymentMethod, core: CheckedOptions["core"]): SetupWarning | undefined {
  const variant = paymentVariantOf(method);
  const why =
    variant === undefined
      ? missingVariantText(method)
      : findUnavailablePaymentVariantReason(core, variant, method.channels.map(tenantOfChannel));
  if (why === undefined) return undefined;
  const message = `Buyers cannot use the payment method "${method.code}". ${why}`;
  return { code: "method_not_sold", message };
}

/** A worker starts without the tables: the server may create them later. */
async function tablesMissing({ connection }: BootWarningInput): Promise<SetupWarning[]> {
  const why = await findMissingTablesProblem(connection);
  if (why === undefined) return [];
  return [{ code: "tables_missing", message: `${why} Until then, nothing is retried.` }];
}

/** Warns at boot, so that it is not a buyer who finds the problem. */
function unavailablePlanWarnings({ core, own }: BootWarningInput): SetupWarning[] {
  if (own.plans.size === 0) return [];
  const isServed = core.merchants.some((merchant) => variantsOfMerchant(merchant).includes("subscription"));
  const why: string[] = [];
  if (refusesRawCards(core, "subscription"))
    why.push("this server accepts no card numbers without acceptRawCards: true");
  if (!isServed) why.push("no merchant serves the variant subscription");
  if (why.length === 0) return [];
  const message = `The options have plans, but nobody can subscribe: ${why.join(", and ")}.`;
  return [{ code: "plans_not_sold", message }];
}

/** Only goods with such a plan are affected. */
async function unknownPlanWarnings({ connection, own }: BootWarningInput): Promise<SetupWarning[]> {
  if (!own.hasPlanField) return [];
  const unknown = await findUnknownPlans(connection, own.plans);
  if (unknown.length === 0) return [];
  const message = `Product variants have plans that the options do not contain: ${unknown.join(", ")}. Nobody can buy them. Add the plans again, or choose other plans for these variants.`;
  return [{ code: "plans_unknown", message }];
}
