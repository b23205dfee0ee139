import { definePolicies } from "@medusajs/framework/utils";

const resource = "pay_index_attempt";

/**
 * The policies that roles can have with Medusa's feature flag `rbac`. Medusa stores them at boot, and deletes those
 * that no code defines.
 */
export const payIndexPaymentPolicies = definePolicies([
  {
    name: "ReadPayIndexPayment",
    resource,
    operation: "read",
    description: "Read payments of pay_index gateways and their review items",
  },
  {
    name: "UpdatePayIndexPayment",
    resource,
    operation: "update",
    description: "Resolve and retry review items of pay_index payments, and ask the gateway about payments",
  },
  {
    name: "RefundPayIndexPayment",
    resource,
    operation: "refund",
    description: "Refund pay_index payments, together with payment:read and refund:create",
  },
  {
    name: "CancelPayIndexSubscription",
    resource,
    operation: "cancel",
    description: "Cancel subscriptions of pay_index gateways",
  },
]);

/** A policy that a role can have. */
export interface Policy {
  readonly resource: string;
  readonly operation: string;
}

export const readPaymentsPolicy = { resource, operation: "read" };
export const updatePaymentsPolicy = { resource, operation: "update" };
export const cancelSubscriptionsPolicy = { resource, operation: "cancel" };

/** The plugin's policy, and those that Medusa's own refund route requires. */
export const refundPolicies = [
  { resource, operation: "refund" },
  { resource: "payment", operation: "read" },
  { resource: "refund", operation: "create" },
];

/** Medusa's own policy for changing the settings of the store. */
export const updateSettingsPolicy = { resource: "store", operation: "update" };

/** Medusa's own policy. Every response of the plugin's admin routes contains the buyer and the goods of an order. */
export const readOrdersPolicy = { resource: "order", operation: "read" };
