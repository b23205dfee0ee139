import { definePolicies } from "@medusajs/framework/utils";

const resource = "pay_index_attempt";

/** A policy that a role can have. */
export interface Policy {
  readonly resource: string;
  readonly operation: string;
}

export const readPaymentsPolicy = { resource, operation: "read" };
export const updatePaymentsPolicy = { resource, operation: "update" };
const refundPaymentsPolicy = { resource, operation: "refund" };
export const cancelSubscriptionsPolicy = { resource, operation: "cancel" };

/**
 * The policies that roles can have with Medusa's feature flag `rbac`. Medusa stores them at boot, and deletes those
 * that no code defines.
 */
export const payIndexPaymentPolicies = definePolicies([
  {
    name: "ReadPayIndexPayment",
    ...readPaymentsPolicy,
    description: "Read payments of pay_index gateways and their review items",
  },
  {
    name: "UpdatePayIndexPayment",
    ...updatePaymentsPolicy,
    description: "Resolve and retry review items of pay_index payments, and ask the gateway about payments",
  },
  {
    name: "RefundPayIndexPayment",
    ...refundPaymentsPolicy,
    description: "Refund pay_index payments, together with payment:read and refund:create",
  },
  {
    name: "CancelPayIndexSubscription",
    ...cancelSubscriptionsPolicy,
    description: "Cancel subscriptions of pay_index gateways",
  },
]);

/** The plugin's policy, and those that Medusa's own refund route requires. */
export const refundPolicies = [
  refundPaymentsPolicy,
  { resource: "payment", operation: "read" },
  { resource: "refund", operation: "create" },
];

/** Medusa's own policy for changing the settings of the store. */
export const updateSettingsPolicy = { resource: "store", operation: "update" };

/** Medusa's own policy. Every response of the plugin's admin routes contains the buyer and the goods of an order. */
export const readOrdersPolicy = { resource: "order", operation: "read" };
