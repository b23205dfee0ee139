import { FullWidthPageBlock, Page, PageLayout, PageTitle, useQuery } from "@vendure/dashboard";
import { useState } from "react";
import { AttemptFilterControls } from "./attempt-filter-controls.tsx";
import { AttemptRows } from "./attempt-rows.tsx";
import { type AttemptGroup, fetchAttempts, type PaginatedAttempts } from "./overview-api.ts";
import { useStaffTexts } from "./staff-texts.tsx";

const pageSize = 20;

/** The attempts of all orders, the newest first: also those that are open or failed. */
export function AllAttemptsPage() {
  const { page, attemptList } = useStaffTexts();
  const [group, setGroup] = useState<AttemptGroup>();
  const [search, setSearch] = useState("");
  // The `after` of each page that was opened. The first page has none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1);
  const { data, isError } = useQuery({
    queryKey: ["pay-index", "attempts", { group, search, after }],
    queryFn: () => fetchAttempts({ group, search, after, take: pageSize }),
    // The current page stays while the next one is loading.
    placeholderData: (before: PaginatedAttempts | undefined) => before,
  });
  return (
    <Page pageId="pay-index-attempts">
      <PageTitle>{attemptList.title}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-attempts">
          <div className="space-y-4" data-testid="pay-index-attempts">
            <AttemptFilterControls
              group={group}
              onGroup={(chosen) => {
                setGroup(chosen);
                setCursors([]);
              }}
              onSearch={(text) => {
                if (text === search) return;
                setSearch(text);
                setCursors([]);
              }}
            />
            {isError && <p role="alert">{page.loadFailed}</p>}
            {!isError && data === undefined && <p className="text-muted-foreground">{page.loading}</p>}
            {!isError && data !== undefined && (
              <AttemptRows
                key={`${group} ${search} ${after}`}
                attempts={data}
                isFiltered={group !== undefined || search !== ""}
                isFirst={after === undefined}
                onNewest={() => setCursors([])}
                onOlder={(next) => setCursors([...cursors, next])}
              />
            )}
          </div>
        </FullWidthPageBlock>
      </PageLayout>
    </Page>
  );
}
