import { ForbiddenError, Permission, PermissionDefinition, type RequestContext } from "@vendure/core";

/** The permissions that roles can have. Vendure gives all to the role SuperAdmin at boot, and to no other role. */
export const readPaymentsPermission = new PermissionDefinition({
  name: "ReadPayIndexPayment",
  description: "Read payments of pay_index gateways and their review items",
});

export const updatePaymentsPermission = new PermissionDefinition({
  name: "UpdatePayIndexPayment",
  description: "Resolve and retry review items of pay_index payments, and ask the gateway about attempts",
});

export const refundPaymentsPermission = new PermissionDefinition({
  name: "RefundPayIndexPayment",
  description: "Record refunds of pay_index payments, together with UpdatePayIndexPayment and UpdateOrder",
});

export const cancelSubscriptionsPermission = new PermissionDefinition({
  name: "CancelPayIndexSubscription",
  description: "Cancel subscriptions of pay_index gateways",
});

/** Requires the plugin's permission and that of Vendure's own `refundOrder`. @throws ForbiddenError */
export function requireRefundPermissions(ctx: RequestContext): void {
  // Vendure itself asks whether the user has one of several permissions.
  const required = [refundPaymentsPermission.Permission, Permission.UpdateOrder];
  if (!required.every((each) => ctx.userHasPermissions([each]))) throw new ForbiddenError();
}

/** Whether the user may change payment methods, by Vendure's own rule, and so see the secrets that a merchant enters at the gateway. */
export function mayChangePaymentSettings(ctx: RequestContext): boolean {
  return ctx.userHasPermissions([Permission.UpdateSettings, Permission.UpdatePaymentMethod]);
}
