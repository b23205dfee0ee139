import { describeEvent } from "../../orders/event-text.ts";
import type { OrderEvent } from "../../orders/order-event.ts";
import { formatDuration, formatTimeOfDay } from "../../time-text.ts";
import { EventDetails } from "./event-details.tsx";
import { findEventStyle } from "./event-style.ts";

/** Displays the events of an order, oldest first. */
export function Timeline({ events, merchantId }: { events: readonly OrderEvent[]; merchantId: string }) {
  const begun = Date.parse(events[0]?.at ?? "");
  return (
    <ol class="line">
      {events.map((event) => (
        <TimelineEntry event={event} merchantId={merchantId} begun={begun} />
      ))}
    </ol>
  );
}

interface TimelineEntryProps {
  readonly event: OrderEvent;
  readonly merchantId: string;
  /** Milliseconds since 1970. */
  readonly begun: number;
}

function TimelineEntry({ event, merchantId, begun }: TimelineEntryProps) {
  const { tone, mark } = findEventStyle(event);
  const at = Date.parse(event.at);
  return (
    <li class={tone} data-item={String(event.number)}>
      <span class="dot" aria-hidden="true">
        {mark}
      </span>
      <h3>{describeEvent(event)}</h3>
      <p class="when">
        <time datetime={event.at}>{formatTimeOfDay(at)}</time> UTC
        {at > begun ? `, ${formatDuration(at - begun)} after the sale` : ""}
      </p>
      <EventDetails event={event} merchantId={merchantId} />
    </li>
  );
}
