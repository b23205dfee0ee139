import type { FaultKind } from "../faults/fault.ts";
import type { Delivery, OutcomeState, ReturnStatus } from "./order.ts";

/** The pages a buyer can be on. */
export type PageName = "checkout" | "invoice" | "methods" | "method" | "challenge" | "app";

/** What the buyer did there. */
export type PageAction = "opened" | "entered_card" | "approved" | "refused" | "left" | "cancelled";

/** Who settled an order: its card, the buyer on a page, somebody at the desk, a fault, or the gateway's own clock. */
export type OutcomeSource = "card" | "buyer" | "desk" | "fault" | "clock";

/** One thing that happened to an order. No card number, no key: fields and texts are masked before they come here. */
export type OrderEventData =
  | {
      readonly type: "submitted";
      /** As they came, in their order; card fields are masked. */
      readonly fields: Readonly<Record<string, string>>;
      /** The text the sign was made of, its key masked. */
      readonly signingText: string;
    }
  | {
      readonly type: "answered";
      /** 0 when the connection was cut instead. */
      readonly httpStatus: number;
      /** The first 300 characters. */
      readonly body: string;
    }
  | { readonly type: "page"; readonly page: PageName; readonly act: PageAction; readonly method?: string }
  | {
      readonly type: "settled";
      readonly as: OutcomeState;
      readonly by: OutcomeSource;
      readonly transactionId: string;
      /** Why it failed or was closed. */
      readonly reason?: string;
      /** Of a subscription: 1 for the first. */
      readonly cycle?: number;
    }
  | {
      readonly type: "delivery_begun";
      /** Of the delivery, as in `Delivery.number`. */
      readonly delivery: number;
      readonly message: number;
      readonly try: number;
      readonly url: string;
      /** The form as it is sent. */
      readonly body: string;
    }
  | { readonly type: "delivery_ended"; readonly delivery: Delivery }
  | {
      readonly type: "retry_planned";
      readonly message: number;
      /** The try that is planned: 2 after the first. */
      readonly try: number;
      readonly dueAt: string;
    }
  | { readonly type: "gave_up"; readonly message: number; readonly tries: number }
  | { readonly type: "fault_applied"; readonly fault: FaultKind; readonly says: string }
  | {
      readonly type: "sent_back";
      readonly status: ReturnStatus;
      readonly method: "GET" | "POST";
      readonly url: string;
    }
  | { readonly type: "cycle_planned"; readonly cycle: number; readonly dueAt: string }
  | { readonly type: "subscription_closed"; readonly by: "desk" | "plan"; readonly says: string };

/** A happening with its place: numbers count from 1 in each order, times are ISO 8601 in UTC by the sandbox's clock. */
export type OrderEvent = { readonly number: number; readonly at: string } & OrderEventData;
