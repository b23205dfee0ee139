import { PermissionDefinition } from "@vendure/core";

/** What roles can be granted. Vendure gives both to the role SuperAdmin when it starts, and to no other role. */
export const readPayments = new PermissionDefinition({
  name: "ReadPayIndexPayment",
  description: "Read payments of pay_index gateways and their review items",
});

export const updatePayments = new PermissionDefinition({
  name: "UpdatePayIndexPayment",
  description: "Resolve and retry review items of pay_index payments",
});
