import { Button, Input } from "@medusajs/ui";
import { useEffect, useState } from "react";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  /** The text of the current search. */
  readonly text: string;
  readonly placeholder: string;
  onSearch(text: string): void;
}

/** Searches for a text that identifies an order, an attempt or a buyer. */
export function SearchForm({ text: searched, placeholder, onSearch }: Props) {
  const { page } = useStaffTexts();
  const [text, setText] = useState(searched);
  useEffect(() => setText(searched), [searched]);
  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      {/* Wide enough for the longest placeholder. A phone has less space. */}
      <div className="w-80 min-w-0">
        <Input
          size="small"
          enterKeyHint="search"
          aria-label={page.search}
          placeholder={placeholder}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" size="small" variant="secondary" className="shrink-0 whitespace-nowrap">
        {page.search}
      </Button>
    </form>
  );
}
