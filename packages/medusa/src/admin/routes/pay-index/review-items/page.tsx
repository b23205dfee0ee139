import { defineRouteConfig } from "@medusajs/admin-sdk";
import { ReviewQueueScreen } from "@pay-index/staff";
import { Breadcrumb, createStaffPage } from "../../../staff/medusa-staff.tsx";

export default createStaffPage(ReviewQueueScreen);

export const config = defineRouteConfig({
  label: "review-items",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Breadcrumb name="review-items" /> };
