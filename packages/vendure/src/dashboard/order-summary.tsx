import { useLocalFormat } from "@vendure/dashboard";
import type { Order } from "./admin-api.ts";
import { useWords } from "./words.tsx";

/** Who bought what and for how much, as Vendure's order has it now. */
export function OrderSummary({ order }: Readonly<{ order: Order }>) {
  const { page } = useWords();
  const { formatCurrency } = useLocalFormat();
  const { buyer, lines, totalWithTax, currencyCode } = order;
  const contact = [buyer.name, buyer.emailAddress, buyer.phoneNumber].filter(Boolean);
  const goods = lines.map(({ name, quantity }) => `${quantity} × ${name}`);
  return (
    <dl
      className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm wrap-anywhere"
      data-testid="pay-index-order"
    >
      <dt className="text-muted-foreground">{page.amount}</dt>
      <dd className="font-medium">{formatCurrency(totalWithTax, currencyCode)}</dd>
      <dt className="text-muted-foreground">{page.buyer}</dt>
      <dd>{contact.join(", ")}</dd>
      <dt className="text-muted-foreground">{page.goods}</dt>
      <dd>{goods.join(", ")}</dd>
    </dl>
  );
}
