import type { OrderEvent } from "../../orders/order-event.ts";

/** The style of an event in the timeline. The mark has the same meaning as the colour. */
export interface EventStyle {
  readonly tone: "plain" | "good" | "bad" | "odd";
  readonly mark: string;
}

const goodStyle: EventStyle = { tone: "good", mark: "✓" };
const badStyle: EventStyle = { tone: "bad", mark: "✕" };

export function findEventStyle(event: OrderEvent): EventStyle {
  switch (event.type) {
    case "submitted":
    case "delivery_begun":
      return plainStyle("→");
    case "answered":
      return event.httpStatus === 0 ? badStyle : plainStyle("←");
    case "page":
      return plainStyle("●");
    case "decided":
      return event.as === "paid" ? goodStyle : badStyle;
    case "delivery_ended":
      return event.delivery.outcome === "ok" ? goodStyle : badStyle;
    case "retry_planned":
    case "cycle_planned":
      return plainStyle("…");
    case "warning":
    case "leniency":
      return { tone: "odd", mark: "!" };
    case "charge_declined":
      return badStyle;
    case "gave_up":
      return { tone: "bad", mark: "!" };
    case "fault_applied":
      return { tone: "odd", mark: "▲" };
    case "sent_back":
      return plainStyle("←");
    case "dispute_reported":
      return { tone: "odd", mark: "!" };
    case "refund_requested":
      return plainStyle("↩");
    case "refund_ended":
      return event.as === "succeeded" ? goodStyle : badStyle;
    case "operation_called":
      return event.httpStatus === 0 ? badStyle : plainStyle("→");
    case "subscription_closed":
      return { tone: "odd", mark: "−" };
  }
}

function plainStyle(mark: string): EventStyle {
  return { tone: "plain", mark };
}
