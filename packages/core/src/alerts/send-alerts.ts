import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import type { AlertSettings, SendAlert } from "../options/alerts-schema.ts";
import {
  type AlertState,
  alertItemOf,
  gatewayChangesOf,
  type MerchantHealth,
  namedItems,
  type ReviewAlertKind,
  reviewAlertKinds,
  type UnsentAlert,
  withGatewayChange,
  withUnsentAlert,
} from "../payment/alert.ts";
import type { Lease } from "../payment/job.ts";
import { waitAtMost } from "../platform.ts";
import type { StoredAlerts } from "../ports/alert-store.ts";
import { createUrlToken } from "../protocol/random-ids.ts";
import { formatApplyDate } from "../protocol/sale/plan.ts";
import { readMerchantHealth } from "./merchant-health.ts";

/** Items that one transaction adds to an alert, and the transactions of one round. */
const collectedAtOnce = 500;
const collectingLimit = 40;
/** Milliseconds. After an outage of the receiver, its alerts arrive within the longest pause. */
const firstRetryPause = 10_000;
const longestRetryPause = 900_000;
/** Milliseconds between two looks at the newest attempts, and for which a bad sign can become a problem. */
const healthPause = 20_000;
const badSignTime = 60_000;
/** Seconds for which the lease outlives a call of `send`. */
const leaseMargin = 20;

/**
 * Makes alerts from what the store has, and sends those that are due. One process at a time does it. An alert that cannot be sent waits, and
 * what happens meanwhile becomes part of it.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function sendAlerts(engine: EngineContext): Promise<void> {
  const { alerts } = engine.settings;
  if (alerts === undefined) return;
  const known = await engine.store.readAlerts();
  const now = engine.platform.now();
  const kinds = dueKinds(alerts, known, now);
  const { state } = known;
  const health = isHealthDue(known, now)
    ? await readMerchantHealth(engine, { reported: state.merchants })
    : undefined;
  // Nothing was written until now, so a round without work writes nothing.
  if (
    kinds.length === 0 &&
    health === undefined &&
    dueDigestDay(alerts, state, now) === undefined &&
    !state.unsent.some((each) => isDue(each, now))
  )
    return;
  const round = new AlertRound(engine, alerts);
  const claimed = await engine.store.claimAlerts({ now, lease: round.lease });
  if (claimed === undefined) return;
  try {
    await round.run(claimed, { kinds, health });
  } catch (error) {
    if (!(error instanceof AlertLeaseLost)) throw error;
  }
}

/** Another process has the lease by now, and goes on. */
class AlertLeaseLost extends Error {}

/** Returns until when an item must have begun to wait for the alert. */
function waitLimit({ groupFor, overdueAfter }: AlertSettings, kind: ReviewAlertKind, now: Date): Date {
  return new Date(now.getTime() - (kind === "review-item-overdue" ? overdueAfter : groupFor) * 1000);
}

function dueKinds(alerts: AlertSettings, { waiting }: StoredAlerts, now: Date): readonly ReviewAlertKind[] {
  return reviewAlertKinds.filter((kind) => {
    const since = waiting[kind];
    return since !== undefined && new Date(since) <= waitLimit(alerts, kind, now);
  });
}

/** Reading attempts costs many times a sweep without work, so only a new sign or a known problem makes it due. */
function isHealthDue({ state, badSignAt = "" }: StoredAlerts, now: Date): boolean {
  const { healthReadAt, merchants } = state;
  const readAt = healthReadAt === undefined ? 0 : Date.parse(healthReadAt);
  const hasSign = Date.parse(badSignAt) > readAt - badSignTime;
  // A clock can go back.
  return Math.abs(now.getTime() - readAt) >= healthPause && (hasSign || merchants.length > 0);
}

/** Returns the day whose digest is due. Without a digest yet, the first one is due at once if its time of the day has passed. */
function dueDigestDay({ digest }: AlertSettings, { digestDay = "" }: AlertState, now: Date) {
  if (digest === undefined) return undefined;
  const [day = "", time = ""] = formatApplyDate(now, digest.timeZone).split(" ");
  return time >= digest.at && day > digestDay ? day : undefined;
}

function isDue({ dueAt }: UnsentAlert, now: Date): boolean {
  return new Date(dueAt) <= now;
}

/** What a round has to do, besides what is unsent. */
interface AlertWork {
  readonly kinds: readonly ReviewAlertKind[];
  /** Undefined: it is not due. */
  readonly health: readonly MerchantHealth[] | undefined;
}

/** One round of the process that has the lease. Each of its functions throws `AlertLeaseLost`. */
class AlertRound {
  readonly #engine: EngineContext;
  readonly #alerts: AlertSettings;
  readonly #token: string;

  constructor(engine: EngineContext, alerts: AlertSettings) {
    this.#engine = engine;
    this.#alerts = alerts;
    this.#token = this.#newId();
  }

  get #now(): Date {
    return this.#engine.platform.now();
  }

  #newId(): string {
    return createUrlToken((size) => this.#engine.platform.randomBytes(size));
  }

  /** A lease from now on, longer than one call of `send`. */
  get lease(): Lease {
    const seconds = this.#engine.settings.hookTimeout + leaseMargin;
    return { token: this.#token, until: new Date(this.#now.getTime() + seconds * 1000) };
  }

  async run(claimed: AlertState, { kinds, health }: AlertWork): Promise<void> {
    let state = claimed;
    if (health !== undefined) state = await this.#addHealth(state, health);
    state = await this.#addDigest(state);
    for (const kind of kinds) state = await this.#collect(state, kind);
    const due = state.unsent.filter((each) => isDue(each, this.#now));
    for (const unsent of due) state = await this.#send(state, unsent);
    await this.#save(state, { token: this.#token, until: this.#now });
  }

  async #save(state: AlertState, lease = this.lease): Promise<AlertState> {
    if (!(await this.#engine.store.saveAlerts(lease, state))) throw new AlertLeaseLost();
    return state;
  }

  async #addHealth(claimed: AlertState, health: readonly MerchantHealth[]): Promise<AlertState> {
    const now = this.#now;
    let state: AlertState = { ...claimed, healthReadAt: now.toISOString() };
    for (const change of gatewayChangesOf(claimed, health))
      state = withGatewayChange(state, change, { id: this.#newId(), now });
    return this.#save(state);
  }

  async #addDigest(state: AlertState): Promise<AlertState> {
    const { store } = this.#engine;
    const now = this.#now;
    const day = dueDigestDay(this.#alerts, state, now);
    if (day === undefined) return state;
    const { reviewItems } = await store.readBacklogs({ dueBefore: now });
    const items = await store.listReviewItems(namedItems);
    const { count, hasMore, oldestAt } = reviewItems;
    const merchants = state.merchants.slice(0, namedItems);
    const digest = { kind: "digest", id: this.#newId(), day, count, hasMore, merchants } as const;
    const since = oldestAt === undefined ? {} : { since: oldestAt };
    const alert = { ...digest, ...since, items: items.map(alertItemOf) };
    return this.#save({ ...withUnsentAlert(state, alert, now), digestDay: day });
  }

  async #collect(state: AlertState, kind: ReviewAlertKind): Promise<AlertState> {
    const now = this.#now;
    // What waits for less time becomes part of the alert. An item is not overdue before its time.
    const until = kind === "review-item-overdue" ? waitLimit(this.#alerts, kind, now) : now;
    const collection = { kind, until, limit: collectedAtOnce, id: this.#newId(), now };
    let collected = state;
    for (let times = 0; times < collectingLimit; times++) {
      const found = await this.#engine.store.collectAlertItems(this.lease, collection);
      if (found === undefined) throw new AlertLeaseLost();
      collected = found.state;
      if (found.items < collectedAtOnce) break;
    }
    return collected;
  }

  async #send(state: AlertState, unsent: UnsentAlert): Promise<AlertState> {
    const { alert, tries } = unsent;
    const { kind, id } = alert;
    const rest = state.unsent.filter((each) => each !== unsent);
    await this.#save(state);
    try {
      await this.#callSend(alert);
    } catch (error) {
      const pause = Math.min(firstRetryPause * 2 ** tries, longestRetryPause);
      const dueAt = new Date(this.#now.getTime() + pause).toISOString();
      this.#engine.emit({ event: "alert-postponed", kind, id, dueAt, error: toEventError(error) });
      return this.#save({ ...state, unsent: [...rest, { alert, tries: tries + 1, dueAt }] });
    }
    const sent = await this.#save({ ...state, unsent: rest });
    this.#engine.emit({ event: "alert-sent", kind, id });
    return sent;
  }

  /** @throws PayIndexError `hook_timeout`, and what `send` throws */
  async #callSend(alert: UnsentAlert["alert"]): Promise<void> {
    const { platform, settings, alertText } = this.#engine;
    const text = await alertText(alert, this.#alerts);
    const sending = callAsync(this.#alerts.send, { ...alert, ...text });
    const ended = await waitAtMost(platform, settings.hookTimeout * 1000, sending);
    if (ended === undefined)
      throw new PayIndexError(
        "hook_timeout",
        `alerts.send did not end within ${settings.hookTimeout} seconds, so it is called again later. Find out what it waits for.`,
      );
  }
}

/** A function of the shop can throw before it returns a promise. */
async function callAsync(send: SendAlert, alert: Parameters<SendAlert>[0]): Promise<true> {
  await send(alert);
  return true;
}
