import { Container, Text } from "@medusajs/ui";
import { Link, useParams } from "react-router-dom";
import { OpenItems } from "../../../../payments/open-items.tsx";
import { PaymentTimeline } from "../../../../payments/payment-timeline.tsx";
import { RefundMissing } from "../../../../payments/refund-missing.tsx";
import { useBook } from "../../../../payments/use-book.ts";
import { WhoAndWhat } from "../../../../payments/who-and-what.tsx";
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
      {(book.order_id !== null || book.summary !== null) && (
        <Container className="flex flex-col gap-y-2" data-testid="pay-index-summary">
          {book.order_id !== null && (
            <Link
              to={`/orders/${book.order_id}`}
              className="text-ui-fg-base txt-small-plus break-words underline"
            >
              {page.order} {book.order_id}
            </Link>
          )}
          <WhoAndWhat summary={book.summary} />
        </Container>
      )}
      <RefundMissing book={book} />
      <OpenItems items={book.items} />
      <PaymentTimeline book={book} />
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
