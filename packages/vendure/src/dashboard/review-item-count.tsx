import { Badge, Link, useQuery } from "@vendure/dashboard";
import { countReviewItems } from "./review-queue-api.ts";
import { fillText, useStaffTexts } from "./staff-texts.tsx";

/** The number of open review items, in the bar above every page, because Vendure's menu cannot display a count. */
export function ReviewItemCount() {
  const { page } = useStaffTexts();
  const { data = 0 } = useQuery({
    queryKey: ["pay-index", "waiting"],
    queryFn: countReviewItems,
    refetchInterval: 60_000,
  });
  if (data === 0) return null;
  const label = fillText(page.openItemCount, { count: data });
  return (
    <Link to="/pay-index-items" aria-label={label} title={label} data-testid="pay-index-waiting">
      <Badge>{data > 999 ? "999+" : data}</Badge>
    </Link>
  );
}
