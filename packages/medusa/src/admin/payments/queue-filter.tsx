import { Button, Input, Label, Select } from "@medusajs/ui";
import { useEffect, useState } from "react";
import type { Item } from "./admin-api.ts";
import type { QueueAddress } from "./queue-address.ts";
import { useWords } from "./words.ts";

interface Props {
  readonly address: QueueAddress;
  /** How many items there are of each kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Which items to show: by kind, and by what staff know of an order. */
export function QueueFilter({ address, counts }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Search address={address} />
      <Kinds address={address} counts={counts} />
    </div>
  );
}

function Search({ address: { q, go } }: Readonly<{ address: QueueAddress }>) {
  const { page } = useWords();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        go({ q: text.trim() });
      }}
    >
      <Input
        size="small"
        enterKeyHint="search"
        aria-label={page.search}
        placeholder={page.searchEmail}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small" variant="secondary" className="shrink-0 whitespace-nowrap">
        {page.search}
      </Button>
    </form>
  );
}

function Kinds({ address: { kind, go }, counts }: Props) {
  const { items, page } = useWords();
  const kinds = (Object.keys(items) as Item["kind"][]).filter((each) => counts[each] || each === kind);
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
            {page.everything} ({all})
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
