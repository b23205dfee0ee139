import { defineRouteConfig } from "@medusajs/admin-sdk";
import { OverviewScreen } from "@pay-index/staff";
import { Breadcrumb, MedusaStaff } from "../../../staff/medusa-staff.tsx";

export default function Page() {
  return (
    <MedusaStaff>
      <OverviewScreen />
    </MedusaStaff>
  );
}

export const config = defineRouteConfig({ label: "overview", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="overview" /> };
