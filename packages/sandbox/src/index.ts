export type { Delivery, DeliveryOutcome, OrderState, PaymentStatus } from "./book/order.ts";
export type { OrderView } from "./book/order-view.ts";
export type { OrderEvent } from "./book/timeline.ts";
export type { CardMark } from "./cards.ts";
export type { Clock } from "./clock/clock.ts";
export type {
  ClockView,
  NotifyRequest,
  OrderPage,
  OrderStory,
  QuirksView,
  Refusal,
  SandboxEvent,
  SettleRequest,
} from "./control/contract.ts";
export type { Desk, OfMerchant, Span } from "./control/desk.ts";
export { SandboxError, type SandboxErrorCode } from "./errors.ts";
export type { FaultInput, FaultKind, FaultRule, FaultScopeInput } from "./faults/fault.ts";
export type { JitterRange } from "./jitter.ts";
export type { Merchant, Variant } from "./merchants.ts";
export type { SandboxOptions } from "./options.ts";
export type { QuirkProfile } from "./quirks/quirk.ts";
export { createSandbox, type Sandbox } from "./sandbox.ts";
