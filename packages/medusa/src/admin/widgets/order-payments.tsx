import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { Container, Text } from "@medusajs/ui";
import type { Reference } from "../payments/admin-api.ts";
import { OpenItems } from "../payments/open-items.tsx";
import { PaymentTimeline } from "../payments/payment-timeline.tsx";
import { RefundMissing } from "../payments/refund-missing.tsx";
import { useBook } from "../payments/use-book.ts";
import { useWords } from "../payments/words.ts";

/** Below Medusa's own activity: what waits for a person, and what happened. Nothing on an order that was paid in another way. */
export default function OrderPayments({ data }: Readonly<{ data: Pick<Reference, "id"> }>) {
  const { page } = useWords();
  const { data: book, isError } = useBook({ of: "orders", id: data.id });
  if (isError)
    return (
      <Container>
        <Text size="small" role="alert">
          {page.unreadable}
        </Text>
      </Container>
    );
  if (!book) return null;
  return (
    <>
      <RefundMissing book={book} />
      <OpenItems items={book.items} />
      <PaymentTimeline book={book} />
    </>
  );
}

// Medusa puts widgets below its own sections, wherever they ask to stand; staff may move them up.
export const config = defineWidgetConfig({ zone: "order.details.side.after" });
