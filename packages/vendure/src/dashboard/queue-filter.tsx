import { Input, Label, NativeSelect, NativeSelectOption } from "@vendure/dashboard";
import { useEffect, useState } from "react";
import { type Kind, kinds } from "./admin-api.ts";
import type { Queue } from "./queue-api.ts";
import { inCore, useWords } from "./words.tsx";

interface Props {
  readonly kind: Kind | undefined;
  readonly counts: Queue["counts"];
  onKind(kind: Kind | undefined): void;
  onSearch(text: string): void;
}

/** After a pause in typing. */
const pause = 300;

/** Which review items are shown: of one kind, or found by a text. */
export function QueueFilter({ kind, counts, onKind, onSearch }: Props) {
  const { items, page } = useWords();
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  const countOf = (each: Kind) => counts.find((found) => found.kind === each)?.count ?? 0;
  const shown = kinds.filter((each) => each === kind || countOf(each) > 0);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 space-y-2">
        <Label htmlFor="pay-index-kind">{page.show}</Label>
        <NativeSelect
          id="pay-index-kind"
          className="max-w-full"
          value={kind ?? ""}
          onChange={(event) => onKind(kinds.find((each) => each === event.target.value))}
        >
          <NativeSelectOption value="">
            {page.everything} ({all})
          </NativeSelectOption>
          {shown.map((each) => (
            <NativeSelectOption key={each} value={each}>
              {items[inCore(each)].title} ({countOf(each)})
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <div className="w-full space-y-2 sm:w-80">
        <Label htmlFor="pay-index-search">{page.search}</Label>
        <Input
          id="pay-index-search"
          type="search"
          value={text}
          placeholder={page.searchExample}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </div>
  );
}
