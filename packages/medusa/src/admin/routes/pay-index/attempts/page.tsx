import { defineRouteConfig } from "@medusajs/admin-sdk";
import { AttemptsScreen } from "@pay-index/staff";
import { Breadcrumb, MedusaStaff } from "../../../staff/medusa-staff.tsx";

export default function Page() {
  return (
    <MedusaStaff>
      <AttemptsScreen />
    </MedusaStaff>
  );
}

export const config = defineRouteConfig({ label: "attempts", translationNs: "pay-index", nested: "/orders" });

export const handle = { breadcrumb: () => <Breadcrumb name="attempts" /> };
