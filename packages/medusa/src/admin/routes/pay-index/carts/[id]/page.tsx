import { Container, Text } from "@medusajs/ui";
import { useParams } from "react-router-dom";
import { OpenItems } from "../../../../payments/open-items.tsx";
import { PaymentTimeline } from "../../../../payments/payment-timeline.tsx";
import { useBook } from "../../../../payments/use-book.ts";
import { useWords } from "../../../../payments/words.ts";

/** The payments of a cart that has not become an order: there is no page of Medusa's where they could stand. */
export default function CartPayments() {
  const { page } = useWords();
  const { id = "" } = useParams();
  const { data: book, isPending, isError } = useBook({ of: "carts", id });
  if (isError) return <Said role="alert" text={page.unreadable} />;
  if (isPending) return <Said role="status" text={page.loading} />;
  if (book === null) return <Said role="status" text={page.nothingSent} />;
  return (
    <>
      <OpenItems items={book.items} />
      <PaymentTimeline attempts={book.attempts} />
    </>
  );
}

function Said({ role, text }: Readonly<{ role: "alert" | "status"; text: string }>) {
  return (
    <Container>
      <Text size="small" role={role} className="text-ui-fg-subtle">
        {text}
      </Text>
    </Container>
  );
}
