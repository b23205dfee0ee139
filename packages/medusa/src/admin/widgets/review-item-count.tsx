import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { OpenItemCount } from "@pay-index/staff";
import { createStaffPage } from "../staff/medusa-staff.tsx";

/** The number of open review items, above the list of orders, because Medusa's menu cannot display a count. */
export default createStaffPage(OpenItemCount);

export const config = defineWidgetConfig({ zone: "order.list.before" });
