import { defineRouteConfig } from "@medusajs/admin-sdk";
import { HealthScreen } from "@pay-index/staff";
import { Breadcrumb, createStaffPage } from "../../../staff/medusa-staff.tsx";

export default createStaffPage(HealthScreen);

export const config = defineRouteConfig({ label: "health", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="health" /> };
