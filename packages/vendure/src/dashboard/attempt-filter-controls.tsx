import { Input, Label, NativeSelect, NativeSelectOption } from "@vendure/dashboard";
import { useEffect, useState } from "react";
import { type AttemptGroup, attemptGroupNames } from "./overview-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

/** Milliseconds. The search starts after a pause in typing. */
const searchDelayMs = 300;

interface FilterProps {
  readonly group: AttemptGroup | undefined;
  onGroup(group: AttemptGroup | undefined): void;
  onSearch(text: string): void;
}

/** Selects the attempts of the list by group and by text. */
export function AttemptFilterControls({ group, onGroup, onSearch }: FilterProps) {
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
          onChange={(event) => onGroup(attemptGroupNames.find((each) => each === event.target.value))}
        >
          <NativeSelectOption value="">{page.all}</NativeSelectOption>
          {attemptGroupNames.map((each) => (
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
