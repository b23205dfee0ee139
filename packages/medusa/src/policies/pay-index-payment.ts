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
    description:
      "Resolve and retry review items of pay_index payments, ask the gateway about payments, refund through the gateway, and cancel subscriptions",
  },
]);

export const readPaymentsPolicy = { resource, operation: "read" };
export const updatePaymentsPolicy = { resource, operation: "update" };

/** Medusa's own policy. Every response of the plugin's admin routes contains the buyer and the goods of an order. */
export const readOrdersPolicy = { resource: "order", operation: "read" };
