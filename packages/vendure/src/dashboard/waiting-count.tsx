import { Badge, Link, useQuery } from "@vendure/dashboard";
import { waiting } from "./queue-api.ts";
import { fill, useWords } from "./words.tsx";

/** How many review items wait, in the bar above every page: Vendure's menu has no place for a count. */
export function WaitingCount() {
  const { page } = useWords();
  const { data = 0 } = useQuery({
    queryKey: ["pay-index", "waiting"],
    queryFn: waiting,
    refetchInterval: 60_000,
  });
  if (data === 0) return null;
  const label = fill(page.waiting, { count: data });
  return (
    <Link to="/pay-index-items" aria-label={label} title={label} data-testid="pay-index-waiting">
      <Badge>{data > 999 ? "999+" : data}</Badge>
    </Link>
  );
}
