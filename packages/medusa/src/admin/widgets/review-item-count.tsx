import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { Container, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { fetchReviewQueue } from "../payments/admin-api.ts";
import { fillText, useStaffTexts } from "../payments/staff-texts.ts";

/**
 * The number of open review items, above the list of orders, because Medusa's menu cannot display a count. Empty if
 * there are none.
 */
export default function ReviewItemCount() {
  const { page } = useStaffTexts();
  const { data } = useQuery({
    queryKey: ["pay-index", "items", "count"],
    queryFn: () => fetchReviewQueue({ limit: 1 }),
  });
  if (data === undefined || data.count === 0) return null;
  return (
    <Container className="flex flex-wrap items-center justify-between gap-2" data-testid="pay-index-waiting">
      <Text size="small" weight="plus" role="status">
        {fillText(page.openItemCount, { count: data.count })}
      </Text>
      <Link to="/pay-index/review-items" className="text-ui-fg-base txt-small-plus underline">
        {page.openQueue}
      </Link>
    </Container>
  );
}

export const config = defineWidgetConfig({ zone: "order.list.before" });
