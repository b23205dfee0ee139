import { defineRouteConfig } from "@medusajs/admin-sdk";
import { ReviewQueueScreen } from "@pay-index/staff";
import { Breadcrumb, MedusaStaff } from "../../../staff/medusa-staff.tsx";

export default function Page() {
  return (
    <MedusaStaff>
      <ReviewQueueScreen />
    </MedusaStaff>
  );
}

export const config = defineRouteConfig({
  label: "review-items",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Breadcrumb name="review-items" /> };
