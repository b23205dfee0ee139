import type { Gateway, PaymentStatus, ReviewItem } from "@pay-index/core";
import {
  filterAndPaginateReviewItems,
  findUnnamedOperators,
  withOperatorLabels,
} from "@pay-index/core/adapter";
import type { StaffBacklog } from "./overview-schemas.ts";
import type { FoundOrder, NamedOrder, ShopRefunds, StaffHost, StaffMember } from "./staff-host.ts";
import { notFound, readRequest } from "./staff-refusal.ts";
import {
  type AttemptList,
  attemptListQuerySchema,
  type ReviewQueue,
  reviewQueueQuerySchema,
  type StaffHealth,
  type StaffOrder,
  type StaffPayment,
  type StaffSession,
  staffApiVersion,
} from "./staff-schemas.ts";
import {
  toBacklogView,
  toCapabilityViews,
  toListedAttempt,
  toQueuedReviewItem,
  toStaffHealth,
  toStaffPayment,
} from "./staff-views.ts";

/** One request of a signed-in person. */
export interface StaffVisit {
  readonly gateway: Gateway;
  readonly member: StaffMember;
  readonly host: StaffHost;
  /** The parameters of the address: text, or several texts. */
  readonly query: unknown;
  /** The JSON of the request. */
  readonly body: unknown;
  /** The last part of the address, if it names a payment or an order. */
  readonly id: string;
}

export async function readSession({ gateway, member }: StaffVisit): Promise<StaffSession> {
  const { operator, permissions } = member;
  return {
    version: staffApiVersion,
    operator: { id: operator.id, name: operator.name ?? null },
    permissions: [...permissions],
    capabilities: toCapabilityViews(gateway.capabilities()),
  };
}

export async function listAttempts({ gateway, member, host, query }: StaffVisit): Promise<AttemptList> {
  const { q, ...filter } = readRequest(attemptListQuerySchema, query);
  const references = q === "" ? [] : ((await host.search?.(q)) ?? []);
  const page = await gateway.attempts({ ...filter, text: q, references, tenants: member.tenants });
  const [orders, merchantNames] = await Promise.all([
    findOrders(host, page.attempts),
    findMerchantNames(host),
  ]);
  return {
    attempts: page.attempts.map((attempt) =>
      toListedAttempt(attempt, { order: orders.get(attempt.reference), merchantNames }),
    ),
    next: page.next ?? null,
  };
}

export async function listReviewItems(visit: StaffVisit): Promise<ReviewQueue> {
  const { gateway, host, query } = visit;
  const { kind, q, limit, offset } = readRequest(reviewQueueQuerySchema, query);
  const all = await onlyVisible(visit, await gateway.allReviewItems());
  const references = new Set(q === "" ? [] : await host.search?.(q, all.map(referenceOf)));
  const page = filterAndPaginateReviewItems(all, { kind, text: q, references, skip: offset, take: limit });
  const [orders, amounts] = await Promise.all([
    findOrders(host, page.items),
    gateway.reviewItemAmounts(page.items),
  ]);
  const items = page.items.map((item) =>
    toQueuedReviewItem(item, { order: orders.get(item.reference), amount: amounts.get(item.id) }),
  );
  return { items, count: page.count, counts: page.counts };
}

/** The number of open review items that are read to count those that a host says are visible. */
const countedItems = 1000;

export async function countReviewItems(visit: StaffVisit): Promise<StaffBacklog> {
  const { gateway, member, host } = visit;
  const { tenants } = member;
  if (tenants === undefined || host.visible === undefined)
    return toBacklogView(await gateway.reviewItemBacklog({ tenants }));
  const items = await gateway.reviewItems(countedItems);
  const instants = (await onlyVisible(visit, items)).map(({ createdAt }) => createdAt).sort();
  const hasMore = items.length === countedItems;
  return { count: instants.length, hasMore, oldestAt: instants[0] ?? null };
}

/** Returns those of the review items that the person may see, in their order. */
export async function onlyVisible(
  visit: Pick<StaffVisit, "member" | "host">,
  items: readonly ReviewItem[],
): Promise<readonly ReviewItem[]> {
  return items.filter(await visibility(visit, items));
}

export async function readPayment(visit: StaffVisit): Promise<{ readonly payment: StaffPayment | null }> {
  return showPayment(visit, paymentOfAddress(visit));
}

/** The payment that the address of a request names. @throws StaffRefusal `not_found` */
export function paymentOfAddress({
  id,
  query,
}: StaffVisit): Required<Pick<FoundOrder, "reference" | "tenant">> {
  const { tenant } = Object(query) as { readonly tenant?: unknown };
  return {
    reference: validId(id, "payment"),
    tenant: typeof tenant === "string" ? validId(tenant, "payment") : "default",
  };
}

/** Answers null for an order that was not paid through the gateway, or that this person may not see. */
export async function readPaymentOfOrder(
  visit: StaffVisit,
): Promise<{ readonly payment: StaffPayment | null }> {
  const found = await visit.host.findOrder?.(validId(visit.id, "order"));
  return found === undefined ? { payment: null } : showPayment(visit, found);
}

async function showPayment(
  visit: Pick<StaffVisit, "gateway" | "member" | "host">,
  { reference, tenant = "default", renewalOf }: FoundOrder,
): Promise<{ readonly payment: StaffPayment | null }> {
  const { gateway, host } = visit;
  const isVisible = await visibility(visit, [{ reference, tenant }]);
  if (!isVisible({ reference, tenant })) return { payment: null };
  const found = await gateway.status({ reference, tenant });
  if (found.state === "none") return { payment: null };
  const shopRefunds = (await host.syncRefunds?.(found)) ?? noShopRefunds;
  const [names, orders, placedOrders, merchantNames] = await Promise.all([
    host.operatorNames?.(findUnnamedOperators(found)),
    findOrders(host, [found]),
    host.placedOrders?.(placedOrderIds(found)),
    findMerchantNames(host),
  ]);
  const payment = toStaffPayment(withOperatorLabels(found, names ?? new Map()), {
    ...{ shopRefunds, merchantNames },
    order: orders.get(reference) ?? toBareOrder(placedOrders?.get(found.placedOrder?.id ?? "")),
    placedOrders: placedOrders ?? new Map(),
    renewalOf: renewalOf ?? null,
  });
  return { payment };
}

export async function readHealth({ gateway, member }: StaffVisit): Promise<StaffHealth> {
  const { tenants } = member;
  return toStaffHealth(await gateway.health(tenants === undefined ? {} : { tenants }), member);
}

interface PaymentNames {
  readonly reference: string;
  readonly tenant: string;
}

/** Returns whether the person may see a payment, for each of these payments. */
export async function visibility(
  { host, member: { tenants } }: Pick<StaffVisit, "member" | "host">,
  payments: readonly PaymentNames[],
): Promise<(payment: PaymentNames) => boolean> {
  if (tenants === undefined) return () => true;
  if (host.visible === undefined) return ({ tenant }) => tenants.includes(tenant);
  const visible = await host.visible(payments.map(referenceOf));
  return ({ reference }) => visible.has(reference);
}

/** Postgres refuses a query with a NUL character, and no id contains one. @throws StaffRefusal `not_found` */
export function validId(id: string, what: string): string {
  if (id.includes("\0") || id.length > 1000) throw notFound(what);
  return id;
}

export const noShopRefunds: ShopRefunds = { isMissing: false, displayedAsMade: new Set() };

async function findOrders(host: StaffHost, found: readonly { readonly reference: string }[]) {
  if (found.length === 0) return new Map();
  return (await host.orders?.([...new Set(found.map(referenceOf))])) ?? new Map();
}

async function findMerchantNames(host: StaffHost): Promise<ReadonlyMap<string, string>> {
  return (await host.merchantNames?.()) ?? new Map();
}

function placedOrderIds({ attempts, placedOrder: first }: PaymentStatus): string[] {
  const cycles = attempts.flatMap(({ subscription }) => subscription?.cycles ?? []);
  return [
    ...new Set([{ placedOrder: first }, ...cycles].flatMap(({ placedOrder }) => placedOrder?.id ?? [])),
  ];
}

/** The shop can have deleted what `orders` reads, such as a cart, and still have the order that was placed for it. */
function toBareOrder(placed: NamedOrder | undefined): StaffOrder | undefined {
  return placed && { ...placed, total: null, buyer: null, goods: [] };
}

function referenceOf({ reference }: { readonly reference: string }): string {
  return reference;
}
