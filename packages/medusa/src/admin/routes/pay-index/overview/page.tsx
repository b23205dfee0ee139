import { defineRouteConfig } from "@medusajs/admin-sdk";
import { OverviewScreen } from "@pay-index/staff";
import { Breadcrumb, createStaffPage } from "../../../staff/medusa-staff.tsx";

export default createStaffPage(OverviewScreen);

export const config = defineRouteConfig({ label: "overview", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="overview" /> };
