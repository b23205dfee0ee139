import { useQuery } from "@vendure/dashboard";
import { bookOf } from "./admin-api.ts";
import { AttemptTimeline } from "./attempt-timeline.tsx";
import { OpenItem } from "./open-item.tsx";
import { useWords } from "./words.tsx";

/** On the page of an order: what is open, with what to do about it, and what happened at the gateway. */
export function OrderPayments({ context }: Readonly<{ context: { entity?: { id?: string } } }>) {
  const t = useWords();
  const orderId = context.entity?.id ?? "";
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "book", orderId],
    queryFn: () => bookOf(orderId),
    enabled: orderId !== "",
  });
  if (isError) return <p role="alert">{t("The payments cannot be read at this moment.")}</p>;
  if (isPending) return <p className="text-muted-foreground">{t("Loading")}</p>;
  if (data === null || data.attempts.length === 0)
    return <p className="text-muted-foreground">{t("Nothing was sent to the gateway for this order.")}</p>;
  return (
    <div className="space-y-6" data-testid="pay-index-payments">
      {data.items.length > 0 && (
        <ul className="space-y-3" aria-label={t("To be looked at")}>
          {data.items.map((each) => (
            <OpenItem key={each.item.id} orderId={orderId} {...each} />
          ))}
        </ul>
      )}
      {data.attempts.map((attempt) => (
        <AttemptTimeline key={attempt.orderNumber} attempt={attempt} />
      ))}
    </div>
  );
}
