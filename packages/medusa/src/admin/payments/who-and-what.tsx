import type { Summary } from "./admin-api.ts";
import { useWords } from "./words.ts";

/** Who buys what for how much, as Medusa has it at this moment. Nothing where the cart is gone. */
export function WhoAndWhat({ summary }: Readonly<{ summary: Summary | null }>) {
  const { page } = useWords();
  if (summary === null) return null;
  const { amount, currency_code, buyer, goods, display_id } = summary;
  const facts: [label: string, value: string][] = [
    [page.order, display_id === null ? "" : `#${display_id}`],
    [page.amount, amount === null ? "" : `${amount} ${currency_code.toUpperCase()}`],
    [page.buyer, [buyer.name, buyer.email, buyer.phone].filter(Boolean).join(" · ")],
    [page.goods, goods.map(lineText).join(", ")],
  ];
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1">
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-x-1">
            <dt className="txt-small text-ui-fg-subtle whitespace-nowrap">{label}:</dt>
            <dd className="txt-small min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function lineText({ title, variant, quantity }: Summary["goods"][number]): string {
  const name = variant === null || variant === title ? title : `${title} (${variant})`;
  return `${quantity} × ${name}`;
}
