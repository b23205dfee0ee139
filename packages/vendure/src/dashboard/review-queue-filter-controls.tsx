import { Input, Label, NativeSelect, NativeSelectOption } from "@vendure/dashboard";
import { useEffect, useState } from "react";
import { type ReviewKind, reviewKinds } from "./review-kinds.ts";
import type { PaginatedReviewItems } from "./review-queue-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly kind: ReviewKind | undefined;
  readonly counts: PaginatedReviewItems["counts"];
  onKind(kind: ReviewKind | undefined): void;
  onSearch(text: string): void;
}

/** Milliseconds. The search starts after a pause in typing. */
const searchDelayMs = 300;

/** Filters the queue by kind, and by a text that identifies an order or a buyer. */
export function ReviewQueueFilterControls({ kind, counts, onKind, onSearch }: Props) {
  const { reviewItems: items, page } = useStaffTexts();
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  const countOf = (each: ReviewKind) => counts.find((found) => found.kind === each)?.count ?? 0;
  const shown = reviewKinds.filter((each) => each === kind || countOf(each) > 0);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 space-y-2">
        <Label htmlFor="pay-index-kind">{page.show}</Label>
        <NativeSelect
          id="pay-index-kind"
          className="max-w-full"
          value={kind ?? ""}
          onChange={(event) => onKind(reviewKinds.find((each) => each === event.target.value))}
        >
          <NativeSelectOption value="">
            {page.all} ({all})
          </NativeSelectOption>
          {shown.map((each) => (
            <NativeSelectOption key={each} value={each}>
              {items[toCoreName(each)].title} ({countOf(each)})
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
