import {
  Button,
  FullWidthPageBlock,
  Input,
  Label,
  NativeSelect,
  NativeSelectOption,
  Page,
  PageLayout,
  PageTitle,
  useQuery,
} from "@vendure/dashboard";
import { useEffect, useState } from "react";
import { AttemptRow } from "./attempt-row.tsx";
import { type AttemptGroup, type AttemptPage, attemptGroups, fetchAttempts } from "./overview-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

const pageSize = 20;
/** Milliseconds. The search starts after a pause in typing. */
const searchDelayMs = 300;

/** The attempts of all orders, the newest first: also those that are open or failed. */
export function AttemptList() {
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
    placeholderData: (before: AttemptPage | undefined) => before,
  });
  return (
    <Page pageId="pay-index-attempts">
      <PageTitle>{attemptList.title}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-attempts">
          <div className="space-y-4" data-testid="pay-index-attempts">
            <AttemptFilter
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

interface FilterProps {
  readonly group: AttemptGroup | undefined;
  onGroup(group: AttemptGroup | undefined): void;
  onSearch(text: string): void;
}

function AttemptFilter({ group, onGroup, onSearch }: FilterProps) {
  const { page, attemptList } = useStaffTexts();
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 space-y-2">
        <Label htmlFor="pay-index-group">{page.show}</Label>
        <NativeSelect
          id="pay-index-group"
          className="max-w-full"
          value={group ?? ""}
          onChange={(event) => onGroup(attemptGroups.find((each) => each === event.target.value))}
        >
          <NativeSelectOption value="">{page.all}</NativeSelectOption>
          {attemptGroups.map((each) => (
            <NativeSelectOption key={each} value={each}>
              {attemptList.groups[toCoreName(each)]}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <div className="w-full space-y-2 sm:w-[26rem]">
        <Label htmlFor="pay-index-attempt-search">{page.search}</Label>
        <Input
          id="pay-index-attempt-search"
          type="search"
          maxLength={200}
          value={text}
          placeholder={attemptList.searchExample}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </div>
  );
}

interface RowsProps {
  readonly attempts: AttemptPage;
  /** Whether a group or a text limits the attempts. */
  readonly isFiltered: boolean;
  readonly isFirst: boolean;
  onNewest(): void;
  onOlder(next: string): void;
}

function AttemptRows({ attempts: { items, next }, isFiltered, isFirst, onNewest, onOlder }: RowsProps) {
  const { attemptList } = useStaffTexts();
  if (items.length === 0)
    return <p role="status">{isFiltered ? attemptList.noMatches : attemptList.noAttempts}</p>;
  return (
    <>
      <ol className="divide-y rounded-md border" aria-label={attemptList.title}>
        {items.map((each) => (
          <AttemptRow key={each.attemptId} {...each} />
        ))}
      </ol>
      <nav className="flex flex-wrap justify-end gap-2" aria-label={attemptList.title}>
        <Button type="button" size="sm" variant="outline" disabled={isFirst} onClick={onNewest}>
          {attemptList.newest}
        </Button>
        <Button
          type="button"
          size="sm"
          variant="outline"
          disabled={next === null}
          onClick={() => next !== null && onOlder(next)}
        >
          {attemptList.older}
        </Button>
      </nav>
    </>
  );
}
