import { defineWidgetConfig } from "@medusajs/admin-sdk";
import type { Reference } from "../payments/admin-api.ts";
import { OpenItems } from "../payments/open-items.tsx";
import { useBook } from "../payments/use-book.ts";

/** Above everything else on an order's page, while something waits for a person. */
export default function OrderItems({ data }: Readonly<{ data: Pick<Reference, "id"> }>) {
  const { data: book } = useBook({ of: "orders", id: data.id });
  return <OpenItems items={book?.items ?? []} />;
}

export const config = defineWidgetConfig({ zone: "order.details.before" });
