import { Container, Text } from "@medusajs/ui";
import type { BookShown } from "../../admin-api/words.ts";
import { useWords } from "./words.ts";

/** Says that Medusa has not booked a refund that is on record. Nothing where it has. */
export function RefundMissing({ book }: Readonly<{ book: Pick<BookShown, "refund_missing"> }>) {
  const { page } = useWords();
  if (!book.refund_missing) return null;
  return (
    <Container data-testid="pay-index-refund-missing">
      <Text size="small" role="alert">
        {page.refundNotInBooks}
      </Text>
    </Container>
  );
}
