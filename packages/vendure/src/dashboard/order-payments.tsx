import { Link, useQuery } from "@vendure/dashboard";
import { fetchPayment, type Payment } from "./admin-api.ts";
import { AttemptDetails } from "./attempt-details.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { ReviewItemCard } from "./review-item-card.tsx";
import { fillText, useStaffTexts } from "./staff-texts.tsx";

/** The order on Vendure's page. */
interface PageOrder {
  readonly id?: string;
  readonly payments?:
    | readonly { readonly refunds?: readonly { id: string; state: string }[] | null }[]
    | null;
}

interface QueryOfOrder {
  readonly queryKey: readonly unknown[];
}

/** The payment on the page of an order: open review items, attempts and their timelines. */
export function OrderPayments({ context }: Readonly<{ context: { entity?: PageOrder } }>) {
  const { page } = useStaffTexts();
  const orderId = context.entity?.id ?? "";
  const { data, isPending, isError } = useQuery({
    // Vendure reloads its order after a refund. Then this block reloads, too.
    queryKey: ["pay-index", "payment", orderId, refundStatesOf(context.entity)],
    queryFn: () => fetchPayment(orderId),
    placeholderData: (before: Payment | null | undefined, query: QueryOfOrder | undefined) =>
      query?.queryKey[2] === orderId ? before : undefined,
    enabled: orderId !== "",
  });
  if (isError) return <p role="alert">{page.loadFailed}</p>;
  if (isPending) return <p className="text-muted-foreground">{page.loading}</p>;
  if (data?.renewalOf) return <RenewalNotice {...data.renewalOf} />;
  if (data === null || data.attempts.length === 0)
    return <p className="text-muted-foreground">{page.noAttempts}</p>;
  return (
    <div className="space-y-6" data-testid="pay-index-payments">
      {data.order !== null && <OrderSummary order={data.order} />}
      {data.reviewItems.length > 0 && (
        <ul className="space-y-3" aria-label={page.openItems}>
          {data.reviewItems.map((each) => (
            <ReviewItemCard key={each.item.id} orderId={orderId} {...each} />
          ))}
        </ul>
      )}
      {data.attemptCount > data.attempts.length && (
        <p className="text-sm text-muted-foreground">
          {fillText(page.attempts, { count: data.attemptCount, shown: data.attempts.length })}
        </p>
      )}
      {data.attempts.map((attempt) => (
        <AttemptDetails key={attempt.attemptId} orderId={orderId} attempt={attempt} />
      ))}
    </div>
  );
}

function refundStatesOf(order: PageOrder | undefined): string {
  const refunds = order?.payments?.flatMap((payment) => payment.refunds ?? []) ?? [];
  return refunds.map(({ id, state }) => `${id} ${state}`).join();
}

/** The notice on a renewal's page: the order that started the subscription has the timeline. */
function RenewalNotice({ cycle, orderCode, orderId }: NonNullable<Payment["renewalOf"]>) {
  const { subscription: words } = useStaffTexts();
  return (
    <p data-testid="pay-index-renewal">
      {words.renewalOf}{" "}
      {orderId === null ? (
        orderCode
      ) : (
        <Link className="underline" to={`/orders/${orderId}`}>
          {orderCode}
        </Link>
      )}
      , {words.cycle} {cycle}
    </p>
  );
}
