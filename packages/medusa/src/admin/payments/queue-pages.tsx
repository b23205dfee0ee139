import { Button, Text } from "@medusajs/ui";
import { pageSize, type QueueAddress } from "./queue-address.ts";
import { useWords, withValues } from "./words.ts";

/** Which items these are of how many, and the way to the others. Nothing where all are on one page. */
export function QueuePages({ address, count }: Readonly<{ address: QueueAddress; count: number }>) {
  const { page } = useWords();
  const { offset, go } = address;
  if (count <= pageSize && offset === 0) return null;
  const to = Math.min(offset + pageSize, count);
  return (
    <nav className="flex flex-wrap items-center justify-between gap-2 px-6 py-4" aria-label={page.items}>
      <Text size="small" className="text-ui-fg-subtle">
        {withValues(page.range, { from: Math.min(offset + 1, count), to, count })}
      </Text>
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          disabled={offset === 0}
          onClick={() => go({ offset: Math.max(0, offset - pageSize) })}
        >
          {page.previous}
        </Button>
        <Button
          size="small"
          variant="secondary"
          disabled={to >= count}
          onClick={() => go({ offset: offset + pageSize })}
        >
          {page.next}
        </Button>
      </div>
    </nav>
  );
}
