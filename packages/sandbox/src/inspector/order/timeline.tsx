import { describeEvent } from "../../orders/event-text.ts";
import type { OrderEvent } from "../../orders/order-event.ts";
import { formatDuration, formatTimeOfDay } from "../../time-text.ts";
import { EventDetails } from "./event-details.tsx";

type EventType = OrderEvent["type"];

/** The style of an event. The mark has the same meaning as the colour. */
type EventStyle = readonly [tone: "plain" | "good" | "bad" | "odd", mark: string];

const goodStyle: EventStyle = ["good", "✓"];
const badStyle: EventStyle = ["bad", "✕"];

/** A total map: an event without a style does not compile. */
const styles: { readonly [T in EventType]: (event: Extract<OrderEvent, { type: T }>) => EventStyle } = {
  submitted: () => ["plain", "→"],
  delivery_begun: () => ["plain", "→"],
  answered: ({ httpStatus }) => (httpStatus === 0 ? badStyle : ["plain", "←"]),
  operation_called: ({ httpStatus }) => (httpStatus === 0 ? badStyle : ["plain", "→"]),
  page: () => ["plain", "●"],
  decided: ({ as }) => (as === "paid" ? goodStyle : badStyle),
  delivery_ended: ({ delivery }) => (delivery.outcome === "ok" ? goodStyle : badStyle),
  retry_planned: () => ["plain", "…"],
  cycle_planned: () => ["plain", "…"],
  warning: () => ["odd", "!"],
  leniency: () => ["odd", "!"],
  dispute_reported: () => ["odd", "!"],
  charge_declined: () => badStyle,
  gave_up: () => ["bad", "!"],
  fault_applied: () => ["odd", "▲"],
  sent_back: () => ["plain", "←"],
  refund_requested: () => ["plain", "↩"],
  refund_ended: ({ as }) => (as === "succeeded" ? goodStyle : badStyle),
  subscription_closed: () => ["odd", "−"],
};

/** Displays the events of an order, oldest first. */
export function Timeline({ events, merchantId }: { events: readonly OrderEvent[]; merchantId: string }) {
  const begun = Date.parse(events[0]?.at ?? "");
  return (
    <ol class="line">
      {events.map((event) => {
        const [tone, mark] = (styles[event.type] as (event: OrderEvent) => EventStyle)(event);
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
      })}
    </ol>
  );
}
