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
  return next?.kind === "review-item-opened" ? undefined : { kind: "review-item-resolved", since: at };
}

/**
 * Why buyers probably cannot pay, or why no order is placed. The list is closed.
 *
 * - `notifications-refused`: a notification at the address of an attempt was refused, and none has verified since
 * - `no-answers`: the last three sales got no clear answer from the gateway
 * - `no-notifications`: three sales succeeded, and no notification has arrived since
 */
export const gatewayProblems = ["notifications-refused", "no-answers", "no-notifications"] as const;
export type GatewayProblem = (typeof gatewayProblems)[number];

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
  /** How often the cause occurred: the number of review items, or how often the gateway became unhealthy or recovered. */
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
    /** What was wrong, or what no longer is. */
    problems: z.array(z.enum(gatewayProblems)),
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
    problems: z.array(z.enum(gatewayProblems)),
    items: z.array(alertItemSchema()),
  });

const storedAlertSchema = () =>
  z.discriminatedUnion("kind", [reviewAlertSchema(), gatewayAlertSchema(), digestSchema()]);

/** The alerts of an installation: at most one unsent alert of each kind, so an outage of the receiver makes none longer. */
export const alertStateSchema = lazily(() =>
  z.object({
    version: z.literal(1),
    unsent: z.array(z.object({ alert: storedAlertSchema(), tries: z.int(), dueAt: z.iso.datetime() })),
    /** The problems of the gateway that an alert reported, and no later one has taken back. */
    problems: z.array(z.enum(gatewayProblems)),
    /** The last day with a digest. Undefined before the first look. */
    digestDay: z.string().optional(),
  }),
);
export type AlertState = z.infer<ReturnType<typeof alertStateSchema>>;
export type UnsentAlert = AlertState["unsent"][number];
/** An alert without its text. */
export type StoredAlert = UnsentAlert["alert"];
export type AlertKind = StoredAlert["kind"];

/** The subject and the text of an alert, in English, for an e-mail or a chat. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
}

type ReviewAlert = Extract<StoredAlert, { readonly kind: ReviewAlertKind }>;
type GatewayAlert = Extract<StoredAlert, { readonly kind: "gateway-unhealthy" | "gateway-recovered" }>;

export const noAlerts: AlertState = { version: 1, unsent: [], problems: [] };

/** The number of items that an alert names. */
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

/** Returns the state with these items in the unsent alert of the kind. */
export function withAlertItems(
  state: AlertState,
  items: readonly (ReviewItem & { readonly since: string })[],
  { kind, id, now }: AlertAddition & { readonly kind: ReviewAlertKind },
): AlertState {
  const known = state.unsent.find(
    (each): each is UnsentAlert & { alert: ReviewAlert } => each.alert.kind === kind,
  );
  const kinds = { ...known?.alert.kinds };
  for (const item of items) kinds[item.kind] = (kinds[item.kind] ?? 0) + 1;
  const [since = now.toISOString()] = [
    ...(known ? [known.alert.since] : []),
    ...items.map((item) => item.since),
  ].sort();
  const named = [...(known?.alert.items ?? []), ...items.slice(0, namedItems).map(alertItemOf)];
  const count = (known?.alert.count ?? 0) + items.length;
  return withUnsentAlert(state, { kind, id, count, since, kinds, items: named.slice(0, namedItems) }, now);
}

/** Returns the state after the problems of the gateway have changed: the same one if an alert has nothing to report. */
export function withGatewayProblems(
  state: AlertState,
  problems: readonly GatewayProblem[],
  addition: AlertAddition,
): AlertState {
  const appeared = problems.filter((problem) => !state.problems.includes(problem));
  if (appeared.length > 0) {
    const unhealthy = withGatewayAlert(state, { kind: "gateway-unhealthy", problems: appeared }, addition);
    return { ...unhealthy, problems: [...state.problems, ...appeared] };
  }
  if (problems.length > 0 || state.problems.length === 0) return state;
  const recovered = withGatewayAlert(
    state,
    { kind: "gateway-recovered", problems: state.problems },
    addition,
  );
  return { ...recovered, problems: [] };
}

function withGatewayAlert(
  state: AlertState,
  { kind, problems }: Pick<GatewayAlert, "kind" | "problems">,
  { id, now }: AlertAddition,
): AlertState {
  const known = state.unsent.find(
    (each): each is UnsentAlert & { alert: GatewayAlert } => each.alert.kind === kind,
  );
  const { count, since } = known?.alert ?? { count: 0, since: now.toISOString() };
  const all = [...new Set([...(known?.alert.problems ?? []), ...problems])];
  return withUnsentAlert(state, { kind, id, count: count + 1, since, problems: all }, now);
}
