import { Label, Select } from "@medusajs/ui";
import type { ReviewItem } from "./admin-api.ts";
import type { ReviewQueueParams } from "./review-queue-params.ts";
import { SearchForm } from "./search-form.tsx";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly address: ReviewQueueParams;
  /** The number of items of each kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Filters the queue by kind, and by a text that identifies an order or a buyer. */
export function ReviewQueueFilterControls({ address, counts }: Props) {
  const { page } = useStaffTexts();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SearchForm text={address.q} placeholder={page.searchEmail} onSearch={(q) => address.go({ q })} />
      <ReviewKindSelect address={address} counts={counts} />
    </div>
  );
}

function ReviewKindSelect({ address: { kind, go }, counts }: Props) {
  const { reviewItems: items, page } = useStaffTexts();
  const kinds = (Object.keys(items) as ReviewItem["kind"][]).filter((each) => counts[each] || each === kind);
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Label htmlFor="pay-index-kind" size="small" className="whitespace-nowrap">
        {page.show}
      </Label>
      <Select
        size="small"
        value={kind ?? "all"}
        onValueChange={(value) => go({ kind: kinds.find((each) => each === value) })}
      >
        <Select.Trigger id="pay-index-kind">
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          <Select.Item value="all">
            {page.all} ({all})
          </Select.Item>
          {kinds.map((each) => (
            <Select.Item key={each} value={each}>
              {items[each].title} ({counts[each] ?? 0})
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  );
}
