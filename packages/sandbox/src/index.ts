export type { CardSummary } from "./card-outcome.ts";
export type { TimeSource } from "./clock/time-source.ts";
export type {
  ClockView,
  OrderDetails,
  OrderListResponse,
  QuirksView,
  RejectedSale,
  SandboxEvent,
} from "./control/control-api-types.ts";
export type {
  DisputeRequest,
  NotifyRequest,
  OutcomeRequest,
  RefundRequest,
} from "./control/request-schemas.ts";
export type { Duration, MerchantFilter, SandboxControl } from "./control/sandbox-control.ts";
export { SandboxError, type SandboxErrorCode } from "./errors.ts";
export type { FaultInput, FaultKind, FaultRule, FaultScopeInput } from "./faults/fault.ts";
export type { JitterRange } from "./jitter.ts";
export type { Merchant, Variant } from "./merchants.ts";
export type { SandboxOptions } from "./options.ts";
export type { DisputeType } from "./orders/dispute.ts";
export type { Delivery, DeliveryOutcome, OrderState, ReturnStatus } from "./orders/order.ts";
export type { OrderEvent } from "./orders/order-event.ts";
export type { OrderView } from "./orders/order-view.ts";
export type { RefundState, RefundView } from "./orders/refund.ts";
export type { QuirkProfile } from "./quirks/quirk.ts";
export { createSandbox, type Sandbox } from "./sandbox.ts";
