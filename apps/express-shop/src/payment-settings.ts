import type { PayIndexEvent } from "@pay-index/express";
import type { PaymentSettings } from "./payments.ts";

const env = process.env;

// The sandbox's published keys. In your own shop, read them only from the environment.
const keys = {
  card: env.PAY_KEY_CARD ?? "sandbox-card-key",
  hosted: env.PAY_KEY_HOSTED ?? "sandbox-hosted-key",
  link: env.PAY_KEY_LINK ?? "sandbox-link-key",
  subscription: env.PAY_KEY_SUBSCRIPTION ?? "sandbox-subscription-key",
  apm: env.PAY_KEY_APM ?? "sandbox-apm-key",
};

/** Writes one line for each event. No event contains a card, a key or a buyer's data. */
function onEvent({ event, ...about }: PayIndexEvent): void {
  console.log(event, JSON.stringify(about));
}

/** Returns the settings of the environment, for the shop and for the command line. */
export function readPaymentSettings(shopUrl: string): PaymentSettings {
  return {
    gateway: env.SANDBOX_URL ?? "http://localhost:4400",
    shopUrl,
    database: env.DATABASE_URL ?? env.SHOP_DB ?? "shop.db",
    keys,
    onEvent,
    hasOperations: env.GATEWAY_OPERATIONS === "yes",
    // An empty password would let everybody in.
    ...(env.STAFF_PASSWORD ? { staffPassword: env.STAFF_PASSWORD } : {}),
    ...(env.ALERT_URL ? { alertWebhook: { url: env.ALERT_URL, secret: env.ALERT_SECRET ?? "" } } : {}),
    ...(env.TICK_EVERY === undefined ? {} : { tickEvery: Number(env.TICK_EVERY) }),
  };
}
