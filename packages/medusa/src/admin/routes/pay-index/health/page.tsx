import { defineRouteConfig } from "@medusajs/admin-sdk";
import { HealthScreen } from "@pay-index/staff";
import { Breadcrumb, MedusaStaff } from "../../../staff/medusa-staff.tsx";

export default function Page() {
  return (
    <MedusaStaff>
      <HealthScreen />
    </MedusaStaff>
  );
}

export const config = defineRouteConfig({ label: "health", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="health" /> };
