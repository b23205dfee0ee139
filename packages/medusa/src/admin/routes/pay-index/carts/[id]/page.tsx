import { Container, Text } from "@medusajs/ui";
import { Link, useParams } from "react-router-dom";
import { OpenItems } from "../../../../payments/open-items.tsx";
import { PaymentTimeline } from "../../../../payments/payment-timeline.tsx";
import { useBook } from "../../../../payments/use-book.ts";
import { useWords } from "../../../../payments/words.ts";

/** The payments of a cart that has not become an order: Medusa has no page of its own for them. */
export default function CartPayments() {
  const { page } = useWords();
  const { id = "" } = useParams();
  const { data: book, isPending, isError } = useBook({ of: "carts", id });
  if (isError) return <Said role="alert" text={page.unreadable} />;
  if (isPending) return <Said role="status" text={page.loading} />;
  if (book === null) return <Said role="status" text={page.nothingSent} />;
  return (
    <>
      {book.order_id !== null && (
        <Container>
          <Link to={`/orders/${book.order_id}`} className="text-ui-fg-base txt-small-plus underline">
            {page.order} {book.order_id}
          </Link>
        </Container>
      )}
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
