import { definePolicies } from "@medusajs/framework/utils";

const resource = "pay_index_attempt";

/** What roles can be granted with Medusa's feature flag `rbac`. Medusa stores them when it starts, and deletes what no code defines. */
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
    description: "Resolve and retry review items of pay_index payments",
  },
]);

export const readPayments = { resource, operation: "read" };
export const updatePayments = { resource, operation: "update" };

/** Medusa's own policy. Each answer of the plugin contains the buyer and the goods of an order. */
export const readOrders = { resource: "order", operation: "read" };
