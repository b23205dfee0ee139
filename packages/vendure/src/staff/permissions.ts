import type { StaffPermission } from "@pay-index/server/staff";
import { Permission, PermissionDefinition, type RequestContext } from "@vendure/core";

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

/** Everything that a user needs for a permission of the staff API. */
const requiredPermissions: Readonly<Record<StaffPermission, readonly Permission[]>> = {
  view: [readPaymentsPermission.Permission],
  resolve: [updatePaymentsPermission.Permission],
  // Vendure's own `refundOrder` needs this one as well.
  refund: [refundPaymentsPermission.Permission, Permission.UpdateOrder],
  cancel: [cancelSubscriptionsPermission.Permission],
  links: [updatePaymentsPermission.Permission],
};

/** Returns what the signed-in user may do in the current channel. */
export function staffPermissionsOf(ctx: RequestContext): StaffPermission[] {
  const all = Object.keys(requiredPermissions) as StaffPermission[];
  // `userHasPermissions` asks for any of them, and Vendure before 3.5.6 has no method that asks for all.
  return all.filter((each) => requiredPermissions[each].every((one) => ctx.userHasPermissions([one])));
}

/** Whether the user may change payment methods, by Vendure's own rule, and so see the secrets that a merchant enters at the gateway. */
export function mayChangePaymentSettings(ctx: RequestContext): boolean {
  return ctx.userHasPermissions([Permission.UpdateSettings, Permission.UpdatePaymentMethod]);
}
