import { PermissionDefinition } from "@vendure/core";

/** The permissions that roles can have. Vendure gives both to the role SuperAdmin at boot, and to no other role. */
export const readPaymentsPermission = new PermissionDefinition({
  name: "ReadPayIndexPayment",
  description: "Read payments of pay_index gateways and their review items",
});

export const updatePaymentsPermission = new PermissionDefinition({
  name: "UpdatePayIndexPayment",
  description:
    "Resolve and retry review items of pay_index payments, ask the gateway about attempts, and cancel subscriptions",
});
