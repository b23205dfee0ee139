import { Container, Heading } from "@medusajs/ui";
import type { ReviewItem } from "./admin-api.ts";
import { ReviewItemCard } from "./review-item-card.tsx";
import { useStaffTexts } from "./staff-texts.ts";

/** The open review items of a payment. Empty if there are none. */
export function ReviewItemList({ items }: Readonly<{ items: readonly ReviewItem[] }>) {
  const { page } = useStaffTexts();
  if (items.length === 0) return null;
  return (
    <Container className="divide-y p-0" data-testid="pay-index-items">
      <div className="px-6 py-4">
        <Heading level="h2">{page.title}</Heading>
      </div>
      <ul className="divide-y">
        {items.map((item) => (
          <ReviewItemCard key={item.id} item={item} />
        ))}
      </ul>
    </Container>
  );
}
