import { PaymentScreen } from "@pay-index/staff";
import { useParams } from "react-router-dom";
import { MedusaStaff } from "../../../../staff/medusa-staff.tsx";

/** The payments of a cart without an order. Medusa has no page for carts. */
export default function Page() {
  const { id = "" } = useParams();
  return (
    <MedusaStaff>
      <PaymentScreen reference={id} tenant="default" />
    </MedusaStaff>
  );
}
