import type { OrderEvent } from "../../book/timeline.ts";
import { spokenLength, timeOfDay } from "../../spoken-time.ts";
import { EventDetails } from "./event-details.tsx";
import { eventWords } from "./event-words.ts";

/** All that happened to one order, the oldest first. */
export function Timeline({ events, merchantId }: { events: readonly OrderEvent[]; merchantId: string }) {
  const begun = Date.parse(events[0]?.at ?? "");
  return (
    <ol class="line">
      {events.map((event) => (
        <Happening event={event} merchantId={merchantId} begun={begun} />
      ))}
    </ol>
  );
}

interface HappeningProps {
  readonly event: OrderEvent;
  readonly merchantId: string;
  /** Milliseconds since 1970. */
  readonly begun: number;
}

function Happening({ event, merchantId, begun }: HappeningProps) {
  const { tone, mark, says } = eventWords(event);
  const at = Date.parse(event.at);
  return (
    <li class={tone} data-item={String(event.number)}>
      <span class="dot" aria-hidden="true">
        {mark}
      </span>
      <h3>{says}</h3>
      <p class="when">
        <time datetime={event.at}>{timeOfDay(at)}</time> UTC
        {at > begun ? `, ${spokenLength(at - begun)} after the sale` : ""}
      </p>
      <EventDetails event={event} merchantId={merchantId} />
    </li>
  );
}
