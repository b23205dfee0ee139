import type { FaultKind } from "../faults/fault.ts";
import type { OperationName } from "../operation-names.ts";
import type { Dispute, DisputeType } from "./dispute.ts";
import type { Delivery, NotifiedResult, ReturnStatus } from "./order.ts";
import type { RefundSource, RefundState } from "./refund.ts";

/** The pages of a buyer. */
export type BuyerPageName = "checkout" | "invoice" | "methods" | "method" | "challenge" | "app";

/** The buyer's action on a page. */
export type BuyerPageAction = "opened" | "entered_card" | "approved" | "refused" | "left" | "cancelled";

/**
 * The source of an order's outcome: the card, the buyer on a page, a user of the inspector, a fault, or the gateway's
 * clock.
 */
export type OutcomeSource = "card" | "buyer" | "control" | "fault" | "clock";

/** An event of an order. It contains no card number and no key: fields and texts are masked before. */
export type OrderEventData =
  | {
      readonly type: "submitted";
      /** The fields in their order, with masked card fields. */
      readonly fields: Readonly<Record<string, string>>;
      /** The signed text with a masked key. */
      readonly signingText: string;
    }
  /** An oddity of the sale that does not stop it. */
  | { readonly type: "warning"; readonly says: string }
  | {
      /** The profile `lenient` accepted the sale. */
      readonly type: "leniency";
      /** Why a strict gateway refuses it. */
      readonly problems: readonly string[];
    }
  | {
      readonly type: "answered";
      /** 0 if the connection was closed without a response. */
      readonly httpStatus: number;
      /** The first 300 characters. */
      readonly body: string;
    }
  | {
      readonly type: "page";
      readonly page: BuyerPageName;
      readonly act: BuyerPageAction;
      readonly method?: string;
    }
  | {
      readonly type: "decided";
      readonly as: NotifiedResult;
      readonly by: OutcomeSource;
      readonly transactionId: string;
      /** Why the order failed or was closed. */
      readonly reason?: string | undefined;
      /** Only for a subscription: the cycle, 1 for the first. */
      readonly cycle?: number | undefined;
    }
  | {
      /** The first charge of a subscription was declined, and is tried again. */
      readonly type: "charge_declined";
      readonly reason: string;
      /** The declined attempt, from 1, and the number of attempts of the plan. */
      readonly attempt: number;
      readonly attempts: number;
      readonly dueAt: string;
    }
  | {
      readonly type: "delivery_begun";
      /** The delivery's number, as in `Delivery.number`. */
      readonly delivery: number;
      readonly message: number;
      readonly try: number;
      /** Only of a message of the dispute webhook. */
      readonly dispute?: DisputeType;
      readonly url: string;
      /** The form as it is sent. */
      readonly body: string;
    }
  | { readonly type: "delivery_ended"; readonly delivery: Delivery }
  | {
      readonly type: "retry_planned";
      readonly message: number;
      /** The scheduled delivery: 2 after the first. */
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
  | { readonly type: "subscription_closed"; readonly by: "control" | "shop" | "plan"; readonly says: string }
  | {
      readonly type: "refund_requested";
      readonly by: RefundSource;
      readonly refundId: string;
      readonly transactionId: string;
      readonly amount: string;
      readonly reason: string;
    }
  | {
      readonly type: "refund_ended";
      readonly as: Exclude<RefundState, "requested">;
      readonly refundId: string;
      readonly transactionId: string;
      readonly amount: string;
    }
  | ({
      /** A refund ended, or a chargeback or an alert came. */
      readonly type: "dispute_reported";
      /** Whether the merchant has a webhook for the message. */
      readonly sent: boolean;
    } & Omit<Dispute, "type" | "reportedAt"> & { readonly dispute: DisputeType })
  | {
      /** The shop called an operation. */
      readonly type: "operation_called";
      readonly operation: OperationName;
      /** The fields in their order. */
      readonly fields: Readonly<Record<string, string>>;
      /** 0 if the connection was closed without a reply. */
      readonly httpStatus: number;
      /** The first 1000 characters of the reply. */
      readonly body: string;
      readonly says: string;
    };

/** An event with its number, counted from 1 in each order, and its time: ISO 8601 in UTC on the sandbox's clock. */
export type OrderEvent = { readonly number: number; readonly at: string } & OrderEventData;
