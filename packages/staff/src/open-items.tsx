import { backlogText, fillText } from "@pay-index/core/staff";
import type { StaffBacklog } from "@pay-index/server/staff";
import { useQuery } from "@tanstack/react-query";
import { useStaff } from "./staff-provider.tsx";

/** Returns the open review items. Undefined until the shop has answered. */
export function useOpenItems(): StaffBacklog | undefined {
  const { client } = useStaff();
  const { data } = useQuery({
    queryKey: ["review-items", "count"],
    queryFn: ({ signal }) => client.reviewItemCount(signal),
    refetchInterval: 60_000,
  });
  return data;
}

/** Returns the number of open review items for a badge: `12` or `999+`. Empty if there are none, and until the shop has answered. */
export function useOpenItemCount(): string {
  const { count = 0 } = useOpenItems() ?? {};
  if (count === 0) return "";
  return count > 999 ? "999+" : String(count);
}

/** The number of open review items, with a link to them. Empty if there are none. */
export function OpenItemCount() {
  const { kit, words, navigation } = useStaff();
  const count = useOpenItemCount();
  if (count === "") return null;
  return (
    <kit.Section testId="pay-index-waiting">
      <kit.Row isSpread>
        <kit.Text look="strong" role="status">
          {fillText(words.page.openItemCount, { count })}
        </kit.Text>
        <kit.Link to={navigation.href({ page: "review-items" })}>{words.page.openQueue}</kit.Link>
      </kit.Row>
    </kit.Section>
  );
}

/** Returns a function that says how many wait, and since when. */
export function useBacklogText(): (of: StaffBacklog) => string {
  const { words, formatInstant } = useStaff();
  return (of) => backlogText(words, of, (instant) => formatInstant(instant, "short"));
}

/** The number and the age of open review items, with a link to them. */
export function Backlog({ of }: { readonly of: StaffBacklog }) {
  const { kit, words, navigation } = useStaff();
  const backlog = useBacklogText();
  return (
    <>
      <kit.Text>{backlog(of)}</kit.Text>
      {of.count > 0 && (
        <kit.Link to={navigation.href({ page: "review-items" })}>{words.page.openQueue}</kit.Link>
      )}
    </>
  );
}
