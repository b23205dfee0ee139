import type { EngineContext } from "../engine-context.ts";
import type { HostDatabaseAndSchedule } from "../events/pay-index-event.ts";
import { deriveDisputeWebhooks } from "../links/dispute-webhooks.ts";
import { type Settings, setupSummary } from "../options/settings.ts";
import type { OrderPort } from "../ports/orders.ts";

/**
 * What shops expect of a payment service and this protocol does not have, by name: what it is, and how to do it by hand. In English; an
 * admin in another language translates each name.
 */
export const capabilityTexts = {
  "delayed-capture": {
    title: "Authorize now, capture later",
    instead: "The gateway charges immediately. If you cannot deliver, refund the payment at the gateway.",
  },
  "cancel-payment": {
    title: "Cancel a payment",
    instead:
      "Nobody can withdraw a payment page of the gateway. If the buyer pays there later, refund the payment at the gateway.",
  },
  refund: {
    title: "Refund a payment",
    instead: "Refund the payment at the gateway. Then record the refund here, with its amount and reference.",
  },
  "refund-reports": {
    title: "Report refunds that were made at the gateway",
    instead: "Record each refund here yourself, with its amount and reference.",
  },
  "dispute-reports": {
    title: "Report disputes and chargebacks",
    instead: "Look up disputes at the gateway. If money went back, record the refund here.",
  },
  "payment-query": {
    title: "Ask the gateway for the state of a payment",
    instead: "Look up the gateway order ID at the gateway. Then accept or dismiss the review item.",
  },
  "cancel-subscription": {
    title: "Cancel a subscription",
    instead: "Cancel the subscription at the gateway. Its next notification closes the subscription here.",
  },
  "change-subscription": {
    title: "Change the plan or the card of a subscription",
    instead: "Cancel the subscription at the gateway. Then let the buyer subscribe again.",
  },
  "payment-links": {
    title: "Send a payment link",
    instead: "Let the buyer pay in the shop, or send a link from the gateway's back office.",
  },
  "saved-cards": {
    title: "Charge a saved card again",
    instead: "Let the buyer enter the card for each order, or sell a subscription.",
  },
} as const satisfies Record<string, { readonly title: string; readonly instead: string }>;

/** The name of a capability. The list is closed. */
export type CapabilityName = keyof typeof capabilityTexts;

/** Whether the payments of this shop have a capability. `instead`: how to do it by hand, in English. */
export type Capability =
  | { readonly supported: true }
  | { readonly supported: false; readonly instead: string };

/** Each capability, by name. */
export type Capabilities = Readonly<Record<CapabilityName, Capability>>;

/**
 * Returns what the payments of this shop can do. The specification has none of these. The option `operations` adds some; each other one
 * names the way to do it by hand. Payment links need a shop that says what is due.
 */
export function listCapabilities(
  { operations }: Pick<Settings, "operations">,
  { linkSale }: Pick<OrderPort, "linkSale">,
): Capabilities {
  const added = new Set<string>([
    ...(linkSale === undefined ? [] : ["payment-links"]),
    ...(operations.query === undefined ? [] : ["payment-query"]),
    ...(operations.refund === undefined ? [] : ["refund"]),
    ...(operations.cancelSubscription === undefined ? [] : ["cancel-subscription"]),
    ...(operations.disputeWebhook === undefined ? [] : ["dispute-reports", "refund-reports"]),
  ]);
  const listed = Object.entries(capabilityTexts).map(([name, { instead }]) => [
    name,
    added.has(name) ? { supported: true } : { supported: false, instead },
  ]);
  return Object.fromEntries(listed);
}

/**
 * Emits the event `ready`. With a dispute webhook, it contains the addresses, which need a read of the store. Never throws: if the store is
 * unavailable, the event says so.
 */
export async function reportReady(engine: EngineContext, host: HostDatabaseAndSchedule): Promise<void> {
  const { settings, emit } = engine;
  const summary = { event: "ready", ...setupSummary(settings), ...host } as const;
  if (settings.operations.disputeWebhook === undefined) return emit(summary);
  emit({ ...summary, disputeWebhooks: await disputeWebhooksOf(engine) });
}

async function disputeWebhooksOf(engine: EngineContext) {
  if (typeof engine.settings.merchants === "function") return "function";
  return deriveDisputeWebhooks(engine).catch(() => "unavailable" as const);
}
