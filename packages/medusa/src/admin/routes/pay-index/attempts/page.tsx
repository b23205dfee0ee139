import { defineRouteConfig } from "@medusajs/admin-sdk";
import { AttemptsScreen } from "@pay-index/staff";
import { Breadcrumb, createStaffPage } from "../../../staff/medusa-staff.tsx";

export default createStaffPage(AttemptsScreen);

export const config = defineRouteConfig({ label: "attempts", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="attempts" /> };
