import { Container, Heading } from "@medusajs/ui";
import type { Item } from "./admin-api.ts";
import { OpenItem } from "./open-item.tsx";
import { useWords } from "./words.ts";

/** What waits for a person. Nothing at all where nothing does. */
export function OpenItems({ items }: Readonly<{ items: readonly Item[] }>) {
  const { page } = useWords();
  if (items.length === 0) return null;
  return (
    <Container className="divide-y p-0" data-testid="pay-index-items">
      <div className="px-6 py-4">
        <Heading level="h2">{page.items}</Heading>
      </div>
      <ul className="divide-y">
        {items.map((item) => (
          <OpenItem key={item.id} item={item} />
        ))}
      </ul>
    </Container>
  );
}
