import type { OrderEvent } from "../../book/timeline.ts";

/** How an event looks in the timeline. The mark says the same as the colour. */
export interface EventLook {
  readonly tone: "plain" | "good" | "bad" | "odd";
  readonly mark: string;
}

const good: EventLook = { tone: "good", mark: "✓" };
const bad: EventLook = { tone: "bad", mark: "✕" };

export function eventLook(event: OrderEvent): EventLook {
  switch (event.type) {
    case "submitted":
    case "delivery_begun":
      return plain("→");
    case "answered":
      return event.httpStatus === 0 ? bad : plain("←");
    case "page":
      return plain("●");
    case "settled":
      return event.as === "paid" ? good : bad;
    case "delivery_ended":
      return event.delivery.outcome === "ok" ? good : bad;
    case "retry_planned":
    case "cycle_planned":
      return plain("…");
    case "gave_up":
      return { tone: "bad", mark: "!" };
    case "fault_applied":
      return { tone: "odd", mark: "▲" };
    case "sent_back":
      return plain("←");
    case "subscription_closed":
      return { tone: "odd", mark: "−" };
  }
}

function plain(mark: string): EventLook {
  return { tone: "plain", mark };
}
