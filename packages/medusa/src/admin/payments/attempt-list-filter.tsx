import { Label, Select } from "@medusajs/ui";
import type { AttemptGroup, AttemptListParams } from "./attempt-list-params.ts";
import { SearchForm } from "./search-form.tsx";
import { useStaffTexts } from "./staff-texts.ts";

/** Filters the attempts by the group of their state, and by a text that identifies an attempt or a buyer. */
export function AttemptListFilter({ address }: Readonly<{ address: AttemptListParams }>) {
  const { attemptList } = useStaffTexts();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SearchForm
        text={address.q}
        placeholder={attemptList.searchExample}
        onSearch={(q) => address.go({ q })}
      />
      <GroupSelect address={address} />
    </div>
  );
}

function GroupSelect({ address: { group, go } }: Readonly<{ address: AttemptListParams }>) {
  const { attemptList, page } = useStaffTexts();
  const groups = Object.keys(attemptList.groups) as AttemptGroup[];
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Label htmlFor="pay-index-group" size="small" className="whitespace-nowrap">
        {page.show}
      </Label>
      <Select
        size="small"
        value={group ?? "all"}
        onValueChange={(value) => go({ group: groups.find((each) => each === value) })}
      >
        <Select.Trigger id="pay-index-group">
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          <Select.Item value="all">{page.all}</Select.Item>
          {groups.map((each) => (
            <Select.Item key={each} value={each}>
              {attemptList.groups[each]}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  );
}
