export { type RenewedOrder, type RenewOrderInput, renewOrderWorkflow } from "./renew-order.ts";
