import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { Container, Text } from "@medusajs/ui";
import type { Reference } from "../payments/admin-api.ts";
import { PaymentTimeline } from "../payments/payment-timeline.tsx";
import { useBook } from "../payments/use-book.ts";
import { useWords } from "../payments/words.ts";

/** Beside Medusa's own activity. Nothing at all on an order that was paid in another way. */
export default function OrderTimeline({ data }: Readonly<{ data: Pick<Reference, "id"> }>) {
  const { page } = useWords();
  const { data: book, isError } = useBook({ of: "orders", id: data.id });
  if (isError)
    return (
      <Container>
        <Text role="alert">{page.unreadable}</Text>
      </Container>
    );
  return book ? <PaymentTimeline attempts={book.attempts} /> : null;
}

export const config = defineWidgetConfig({ zone: "order.details.side.after" });
