import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

interface Payment {
  readonly id: string;
  readonly captured_at: unknown;
  readonly canceled_at: unknown;
  readonly payment_session?: { readonly id: string };
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly captures?: readonly { readonly id: string }[];
}

interface Collection {
  readonly payments?: readonly Payment[];
  readonly payment_sessions?: readonly {
    readonly id: string;
    readonly status: string;
    readonly data: Readonly<Record<string, unknown>> | null;
  }[];
}

interface Order {
  readonly customer_id?: string | null;
  readonly transactions?: readonly { readonly reference_id: string | null }[];
  readonly payment_collections?: readonly Collection[];
}

/** How an order stands to one payment of ours. */
export type OrderStanding = Kind & { readonly customerId: string | undefined };

type Kind =
  | { readonly kind: "settled" }
  /** Its process died before the payment was booked with it. */
  | { readonly kind: "unsettled"; readonly sessionId: string }
  /** Somebody or something else has paid it. */
  | { readonly kind: "another" };

const fields = [
  "id",
  "customer_id",
  "transactions.reference_id",
  "payment_collections.payments.id",
  "payment_collections.payments.data",
  "payment_collections.payments.captured_at",
  "payment_collections.payments.canceled_at",
  "payment_collections.payments.captures.id",
  "payment_collections.payments.payment_session.id",
  "payment_collections.payment_sessions.id",
  "payment_collections.payment_sessions.status",
  "payment_collections.payment_sessions.data",
];

/** To be asked while nobody completes its cart. */
export async function standingOf(
  container: Pick<MedusaContainer, "resolve">,
  orderId: string,
  orderNumber: string,
): Promise<OrderStanding> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "order", fields, filters: { id: orderId } });
  const [order] = data as unknown as Order[];
  return { ...kindOf(order, orderNumber), customerId: order?.customer_id ?? undefined };
}

function kindOf(order: Order | undefined, orderNumber: string): Kind {
  const collections = order?.payment_collections ?? [];
  const live = collections
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at }) => canceled_at === null);
  const own = live.find((payment) => payment.data?.order_number === orderNumber);
  if (own !== undefined) return ownStanding(order, own);
  if (live.length > 0) return { kind: "another" };
  const sealed = collections
    .flatMap(({ payment_sessions }) => payment_sessions ?? [])
    .find((session) => session.status === "pending" && session.data?.order_number === orderNumber);
  return sealed === undefined ? { kind: "another" } : { kind: "unsettled", sessionId: sealed.id };
}

function ownStanding(order: Order | undefined, { captures, payment_session }: Payment): Kind {
  const booked = new Set((order?.transactions ?? []).map(({ reference_id }) => reference_id));
  const isBooked = (captures ?? []).length > 0 && (captures ?? []).every(({ id }) => booked.has(id));
  if (isBooked || payment_session === undefined) return { kind: "settled" };
  return { kind: "unsettled", sessionId: payment_session.id };
}
