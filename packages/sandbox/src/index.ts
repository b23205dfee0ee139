export type { Delivery, DeliveryOutcome, OrderState, PaymentStatus } from "./book/order.ts";
export type { OrderView } from "./book/order-view.ts";
export type { CardMark } from "./cards.ts";
export type { Clock } from "./clock.ts";
export { SandboxError, type SandboxErrorCode } from "./errors.ts";
export type { JitterRange } from "./jitter.ts";
export type { Merchant, Variant } from "./merchants.ts";
export type { SandboxOptions } from "./options.ts";
export { createSandbox, type Sandbox } from "./sandbox.ts";
