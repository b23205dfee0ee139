import { Button } from "@medusajs/ui";
import { useState } from "react";
import type { RefundableCharge } from "./admin-api.ts";
import { RefundDrawer } from "./refund-drawer.tsx";
import { useStaffTexts } from "./staff-texts.ts";

/**
 * Refunds an attempt or a cycle through the gateway. For what Medusa's own dialog does not reach, such as a second payment of the
 * same cart, or a refund that failed after Medusa had recorded it.
 */
export function RefundButton({ charge }: Readonly<{ charge: RefundableCharge }>) {
  const { refundForm: words } = useStaffTexts();
  const [isOpen, setOpen] = useState(false);
  const { attemptId, cycle } = charge;
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="self-start"
        aria-label={`${words.open}: ${attemptId}${cycle === undefined ? "" : `, ${cycle}`}`}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen && <RefundDrawer charge={charge} onClose={() => setOpen(false)} />}
    </>
  );
}
