import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { ReviewItem } from "./review-item.ts";
import { type ReviewKind, reviewKinds } from "./review-kinds.ts";

/** The alerts about review items. A review item has the one that is due next in a column. */
export const reviewAlertKinds = [
  "review-item-opened",
  "review-item-overdue",
  "review-item-resolved",
] as const;
export type ReviewAlertKind = (typeof reviewAlertKinds)[number];

/** The alert that an item gets after each one. An open item is overdue later, and a resolved one gets none. */
export const nextReviewAlert: Readonly<Record<ReviewAlertKind, ReviewAlertKind | undefined>> = {
  "review-item-opened": "review-item-overdue",
  "review-item-overdue": undefined,
  "review-item-resolved": undefined,
};

/** Since when an item waits for its next alert. */
export interface ReviewItemAlert {
  readonly kind: ReviewAlertKind;
  readonly since: string;
}

/**
 * Returns the next alert of an item that is resolved. Nobody needs to know of an item that was resolved before the alert about its opening
 * was made.
 */
export function alertOfResolvedItem(
  next: ReviewItemAlert | undefined,
  at: string,
): ReviewItemAlert | undefined {
  const resolved: ReviewItemAlert = { kind: "review-item-resolved", since: at };
  return next?.kind === "review-item-opened" ? undefined : resolved;
}

/**
 * Why buyers of a merchant probably cannot pay, or why no order is placed. The list is closed.
 *
 * - `notifications-refused`: a notification at the address of an attempt was refused, and none has verified since
 * - `no-answers`: the last three sales got no clear answer from the gateway
 * - `no-notifications`: three sales succeeded, and no notification has arrived since
 */
export const gatewayProblems = ["notifications-refused", "no-answers", "no-notifications"] as const;
export type GatewayProblem = (typeof gatewayProblems)[number];

const merchantProblemsSchema = () =>
  z.object({ tenant: z.string(), merchantId: z.string(), problems: z.array(z.enum(gatewayProblems)) });
/** A merchant, and what is wrong with the gateway for it. */
export type MerchantProblems = z.infer<ReturnType<typeof merchantProblemsSchema>>;

const alertItemSchema = () =>
  z.object({
    id: z.string(),
    kind: z.enum(Object.keys(reviewKinds) as [ReviewKind, ...ReviewKind[]]),
    /** Why it is open. */
    code: z.string(),
    tenant: z.string(),
    reference: z.string(),
    attemptId: z.string(),
    /** The later cycle of a subscription. */
    cycle: z.int().optional(),
  });

const causeShape = () => ({
  /** The same in each repeat of the same alert. */
  id: z.string(),
  /** How often the cause occurred: the number of review items, or of merchants. */
  count: z.int(),
  /** When the first of them occurred: ISO instant in UTC. */
  since: z.string(),
});

const reviewAlertSchema = () =>
  z.object({
    kind: z.enum(reviewAlertKinds),
    ...causeShape(),
    /** The number of review items of each kind. */
    kinds: z.partialRecord(z.enum(Object.keys(reviewKinds) as [ReviewKind, ...ReviewKind[]]), z.int()),
    /** The first ten. */
    items: z.array(alertItemSchema()),
  });

const gatewayAlertSchema = () =>
  z.object({
    kind: z.enum(["gateway-unhealthy", "gateway-recovered"]),
    ...causeShape(),
    /** The first ten, with what is wrong, or no longer is. */
    merchants: z.array(merchantProblemsSchema()),
  });

const digestSchema = () =>
  z.object({
    kind: z.literal("digest"),
    id: z.string(),
    /** The day in the time zone of the digest, such as `2026-03-31`. */
    day: z.string(),
    /** The number of open review items. At most 1000. */
    count: z.int(),
    hasMore: z.boolean(),
    /** The age of the oldest one: ISO instant in UTC. Undefined if there is none. */
    since: z.string().optional(),
    /** The first ten merchants with a problem. */
    merchants: z.array(merchantProblemsSchema()),
    items: z.array(alertItemSchema()),
  });

const storedAlertSchema = () =>
  z.discriminatedUnion("kind", [reviewAlertSchema(), gatewayAlertSchema(), digestSchema()]);

/** The alerts of an installation: at most one unsent alert of each kind, so an outage of the receiver makes none longer. */
export const alertStateSchema = lazily(() =>
  z.object({
    version: z.literal(1),
    unsent: z.array(z.object({ alert: storedAlertSchema(), tries: z.int(), dueAt: z.iso.datetime() })),
    /** The problems that an alert reported, and no later one has taken back. */
    merchants: z.array(merchantProblemsSchema()),
    /** When the newest attempts were last read for problems: ISO instant in UTC. */
    healthReadAt: z.string().optional(),
    /** The last day with a digest. Undefined before the first look. */
    digestDay: z.string().optional(),
  }),
);
export type AlertState = z.infer<ReturnType<typeof alertStateSchema>>;
export type UnsentAlert = AlertState["unsent"][number];
/** An alert without its text. */
export type StoredAlert = UnsentAlert["alert"];
export type AlertKind = StoredAlert["kind"];

/** The subject and the text of an alert, in the language of the option `alerts.locale`, for an e-mail or a chat. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
}

type ReviewAlert = Extract<StoredAlert, { readonly kind: ReviewAlertKind }>;
type GatewayAlert = Extract<StoredAlert, { readonly kind: "gateway-unhealthy" | "gateway-recovered" }>;

export const noAlerts: AlertState = { version: 1, unsent: [], merchants: [] };

/** The number of items, or of merchants, that an alert names. */
export const namedItems = 10;

/** Returns an item as an alert names it. */
export function alertItemOf(item: ReviewItem): ReviewAlert["items"][number] {
  const { id, kind, tenant, reference, attemptId, cycle, problem } = item;
  const about = { id, kind, code: problem.code, tenant, reference, attemptId };
  return cycle === undefined ? about : { ...about, cycle };
}

/** What is new about an alert. `id`: that of the alert, because a receiver ignores one that it knows. */
export interface AlertAddition {
  readonly id: string;
  readonly now: Date;
}

/** Returns the state with this alert in place of the unsent one of its kind. An alert that failed waits for its next try. */
export function withUnsentAlert(state: AlertState, alert: StoredAlert, now: Date): AlertState {
  const known = state.unsent.find((each) => each.alert.kind === alert.kind);
  const changed = known === undefined ? { alert, tries: 0, dueAt: now.toISOString() } : { ...known, alert };
  return { ...state, unsent: [...state.unsent.filter((each) => each !== known), changed] };
}

function findUnsent<Alert extends StoredAlert>({ unsent }: AlertState, kind: Alert["kind"]) {
  return unsent.find((each): each is UnsentAlert & { alert: Alert } => each.alert.kind === kind);
}

/** Returns the state with these items in the unsent alert of the kind. */
export function withAlertItems(
  state: AlertState,
  items: readonly (ReviewItem & { readonly since: string })[],
  { kind, id, now }: AlertAddition & { readonly kind: ReviewAlertKind },
): AlertState {
  const known = findUnsent<ReviewAlert>(state, kind);
  const kinds = { ...known?.alert.kinds };
  for (const item of items) kinds[item.kind] = (kinds[item.kind] ?? 0) + 1;
  const instants = [...(known ? [known.alert.since] : []), ...items.map((item) => item.since)];
  const [since = now.toISOString()] = instants.sort();
  const named = [...(known?.alert.items ?? []), ...items.slice(0, namedItems).map(alertItemOf)];
  const count = (known?.alert.count ?? 0) + items.length;
  return withUnsentAlert(state, { kind, id, count, since, kinds, items: named.slice(0, namedItems) }, now);
}

/** What the newest attempts of a merchant show. A problem can also be neither found nor disproved: then nothing is known about it. */
export interface MerchantHealth extends MerchantProblems {
  readonly disproved: readonly GatewayProblem[];
}

type GatewayChange = Pick<GatewayAlert, "kind" | "merchants">;

/** Returns the alerts that the state of the gateway causes: each problem of a merchant is reported once, until all of them are disproved. */
export function gatewayChangesOf(
  { merchants }: AlertState,
  health: readonly MerchantHealth[],
): readonly GatewayChange[] {
  const changes = health.map(({ disproved, ...merchant }) => {
    const { problems: known = [] } = merchants.find(isMerchant(merchant)) ?? {};
    const appeared = merchant.problems.filter((problem) => !known.includes(problem));
    const hasEnded = merchant.problems.length === 0 && known.every((problem) => disproved.includes(problem));
    return {
      appeared: { ...merchant, problems: appeared },
      ended: { ...merchant, problems: hasEnded ? known : [] },
    };
  });
  const withProblem = ({ problems }: MerchantProblems) => problems.length > 0;
  const all: readonly GatewayChange[] = [
    { kind: "gateway-unhealthy", merchants: changes.map(({ appeared }) => appeared).filter(withProblem) },
    { kind: "gateway-recovered", merchants: changes.map(({ ended }) => ended).filter(withProblem) },
  ];
  return all.filter((change) => change.merchants.length > 0);
}

/** Returns the state after a change. */
export function withGatewayChange(
  state: AlertState,
  { kind, merchants }: GatewayChange,
  { id, now }: AlertAddition,
): AlertState {
  const known = findUnsent<GatewayAlert>(state, kind);
  const { count, since } = known?.alert ?? { count: 0, since: now.toISOString() };
  const named = withProblems(known?.alert.merchants ?? [], merchants).slice(0, namedItems);
  const alert = { kind, id, count: count + merchants.length, since, merchants: named };
  const reported =
    kind === "gateway-unhealthy"
      ? withProblems(state.merchants, merchants)
      : state.merchants.filter((each) => !merchants.some(isMerchant(each)));
  return { ...withUnsentAlert(state, alert, now), merchants: reported };
}

function withProblems(known: readonly MerchantProblems[], added: readonly MerchantProblems[]) {
  const changed = known.map((merchant) => {
    const { problems = [] } = added.find(isMerchant(merchant)) ?? {};
    return { ...merchant, problems: [...new Set([...merchant.problems, ...problems])] };
  });
  return [...changed, ...added.filter((merchant) => !known.some(isMerchant(merchant)))];
}

type TenantAndMerchant = Pick<MerchantProblems, "tenant" | "merchantId">;

function isMerchant({ tenant, merchantId }: TenantAndMerchant) {
  return (other: TenantAndMerchant) => other.tenant === tenant && other.merchantId === merchantId;
}
