import { fillText } from "@pay-index/core/staff";
import type { StaffPayment } from "@pay-index/server/staff";
import { useQuery } from "@tanstack/react-query";
import { AttemptSection, OrderLink } from "./attempt-section.tsx";
import { Loaded, OrderSummary } from "./list-parts.tsx";
import { PaymentLinks } from "./payment-links.tsx";
import { ReviewItemCard } from "./review-item-card.tsx";
import { useStaff } from "./staff-provider.tsx";

interface PaymentScreenProps {
  readonly reference: string;
  readonly tenant: string;
}

/** A payment on a page of its own: of a shop without pages for orders, or of a cart without an order. */
export function PaymentScreen({ reference, tenant }: PaymentScreenProps) {
  const { kit, client, words } = useStaff();
  const { page } = words;
  const query = useQuery({
    queryKey: ["payment", reference, tenant],
    queryFn: ({ signal }) => client.payment({ reference, tenant }, signal),
  });
  return (
    <kit.Page title={`${page.payment} ${reference}`} testId="pay-index-payment">
      <Loaded query={query}>
        {(payment) =>
          payment === null ? (
            <kit.Text role="status" look="muted">
              {page.noAttempts}
            </kit.Text>
          ) : (
            <>
              <PaymentOrder payment={payment} />
              <PaymentSections payment={payment} />
            </>
          )
        }
      </Loaded>
      <PaymentLinks address={{ reference, tenant }} />
    </kit.Page>
  );
}

/** The order of the payment, with a link to its page. Empty if the shop knows nothing of it. */
function PaymentOrder({ payment: { order } }: { readonly payment: StaffPayment }) {
  const { kit, words } = useStaff();
  if (order === null) return null;
  const { id, name } = order;
  return (
    <kit.Section testId="pay-index-summary">
      {id !== null && (
        <kit.Text>
          {words.page.order} <OrderLink id={id} name={name ?? id} />
        </kit.Text>
      )}
      <OrderSummary order={id === null ? order : { ...order, name: null }} />
    </kit.Section>
  );
}

interface OrderPaymentProps {
  readonly orderId: string;
  /** Another text means that the host's order changed: then the payment is read again. */
  readonly version?: string;
  /** Whether to say that an order was paid in another way. Default: then it is empty. */
  readonly isAlwaysShown?: boolean;
}

/** The payment of an order, as a part of the host's page of the order. */
export function OrderPayment({ orderId, version = "", isAlwaysShown = false }: OrderPaymentProps) {
  const { kit, client, words } = useStaff();
  const query = useQuery({
    queryKey: ["payment-of-order", orderId, version],
    queryFn: ({ signal }) => client.payment({ orderId }, signal),
    placeholderData: (before, previous) => (previous?.queryKey[1] === orderId ? before : undefined),
  });
  const links = <PaymentLinks address={{ orderId }} />;
  if (!isAlwaysShown && query.error === null && !query.data) return links;
  return (
    <kit.Stack testId="pay-index-payment">
      <Loaded query={query}>
        {(payment) => {
          if (payment?.renewalOf) return <RenewalNotice renewalOf={payment.renewalOf} />;
          if (payment === null || payment.attempts.length === 0)
            return <kit.Text look="muted">{words.page.noAttempts}</kit.Text>;
          return <PaymentSections payment={payment} />;
        }}
      </Loaded>
      {query.data?.renewalOf ? null : links}
    </kit.Stack>
  );
}

/** On the page of a renewal: the order that started the subscription has the timeline. */
function RenewalNotice({ renewalOf }: { readonly renewalOf: NonNullable<StaffPayment["renewalOf"]> }) {
  const { kit, words } = useStaff();
  const { subscription } = words;
  return (
    <kit.Text>
      {subscription.renewalOf} <OrderLink {...renewalOf} />, {subscription.cycle} {renewalOf.cycle}
    </kit.Text>
  );
}

/** The open review items, and each attempt. */
function PaymentSections({ payment }: { readonly payment: StaffPayment }) {
  const { kit, words } = useStaff();
  const { page } = words;
  const { attempts, attemptCount: count, reviewItems } = payment;
  return (
    <>
      {payment.isRefundMissing && (
        <kit.Text role="alert" look="bad">
          {page.refundNotSynced}
        </kit.Text>
      )}
      {reviewItems.length > 0 && (
        <kit.Section title={page.title} testId="pay-index-items">
          <kit.List hasLines label={page.openItems}>
            {reviewItems.map((item) => (
              <ReviewItemCard key={item.id} item={item} />
            ))}
          </kit.List>
        </kit.Section>
      )}
      {count > attempts.length && (
        <kit.Text look="muted">{fillText(page.attempts, { count, shown: attempts.length })}</kit.Text>
      )}
      <kit.Stack testId="pay-index-timeline">
        {attempts.map((attempt) => (
          <AttemptSection key={attempt.attemptId} attempt={attempt} />
        ))}
      </kit.Stack>
    </>
  );
}
