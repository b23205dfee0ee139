import type { EngineContext } from "../engine-context.ts";
import type { HostDatabaseAndSchedule, SetupSummary } from "../events/pay-index-event.ts";
import { deriveDisputeWebhooks } from "../links/dispute-webhooks.ts";
import { setupSummary } from "../options/settings.ts";

/**
 * Emits the event `ready`. With a dispute webhook, it contains the addresses, which need a read of the store. Never throws: if the store is
 * unavailable, the event says so.
 */
export async function reportReady<Tx>(
  engine: EngineContext<Tx>,
  host: HostDatabaseAndSchedule,
): Promise<void> {
  const { settings, emit } = engine;
  const summary = { event: "ready", ...setupSummary(settings), ...host } as const;
  if (settings.operations.disputeWebhook === undefined) return emit(summary);
  emit({ ...summary, disputeWebhooks: await disputeWebhooksOf(engine) });
}

async function disputeWebhooksOf<Tx>(
  engine: EngineContext<Tx>,
): Promise<NonNullable<SetupSummary["disputeWebhooks"]>> {
  if (typeof engine.settings.merchants === "function") return "function";
  return deriveDisputeWebhooks(engine).catch(() => "unavailable" as const);
}
