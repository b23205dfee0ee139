import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import type { AlertSettings, SendAlert } from "../options/alerts-schema.ts";
import {
  type AlertState,
  alertItemOf,
  namedItems,
  type ReviewAlertKind,
  reviewAlertKinds,
  type UnsentAlert,
  withGatewayProblems,
  withUnsentAlert,
} from "../payment/alert.ts";
import type { Lease } from "../payment/job.ts";
import { waitAtMost } from "../platform.ts";
import type { StoredAlerts } from "../ports/alert-store.ts";
import { createUrlToken } from "../protocol/random-ids.ts";
import { formatApplyDate } from "../protocol/sale/plan.ts";
import { alertText } from "./alert-text.ts";
import { findGatewayProblems } from "./find-gateway-problems.ts";

/** Items that one transaction adds to an alert, and the transactions of one round. */
const collectedAtOnce = 500;
const collectingLimit = 40;
/** Milliseconds. After an outage of the receiver, its alerts arrive within the longest pause. */
const firstRetryPause = 10_000;
const longestRetryPause = 900_000;
/** Seconds for which the lease outlives a call of `send`. */
const leaseMargin = 20;

/**
 * Makes alerts from what the store has, and sends those that are due. One process at a time does it. An alert that cannot be sent waits, and
 * what happens meanwhile becomes part of it.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function sendAlerts<Tx>(engine: EngineContext<Tx>): Promise<void> {
  const { alerts } = engine.settings;
  if (alerts === undefined) return;
  const known = await engine.store.readAlerts();
  if (!(await hasWork(engine, alerts, known))) return;
  const round = new AlertRound(engine, alerts);
  const state = await engine.store.claimAlerts({ now: engine.platform.now(), lease: round.lease });
  if (state === undefined) return;
  try {
    await round.run(state, dueKinds(alerts, known, engine.platform.now()));
  } catch (error) {
    if (!(error instanceof AlertLeaseLost)) throw error;
  }
}

/** Another process has the lease by now, and goes on. */
class AlertLeaseLost extends Error {}

/** Reads without a lease, so that a round without work writes nothing. */
async function hasWork<Tx>(
  engine: EngineContext<Tx>,
  alerts: AlertSettings,
  known: StoredAlerts,
): Promise<boolean> {
  const now = engine.platform.now();
  if (known.state.unsent.some((each) => isDue(each, now))) return true;
  if (dueKinds(alerts, known, now).length > 0 || dueDigestDay(alerts, known.state, now)) return true;
  const { problems } = await readGateway(engine);
  return withGatewayProblems(known.state, problems, { id: "", now }) !== known.state;
}

async function readGateway<Tx>(engine: EngineContext<Tx>) {
  const [{ lastNotificationAt, reviewItems }, activities] = await Promise.all([
    engine.store.readBacklogs({ dueBefore: new Date(0) }),
    engine.store.listActivities(),
  ]);
  return { reviewItems, problems: await findGatewayProblems(engine, { activities, lastNotificationAt }) };
}

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

/** Returns the day whose digest is due. Without a digest yet, the first one is due at once if its time of the day has passed. */
function dueDigestDay(
  { digest }: AlertSettings,
  { digestDay = "" }: AlertState,
  now: Date,
): string | undefined {
  if (digest === undefined) return undefined;
  const [day = "", time = ""] = formatApplyDate(now, digest.timeZone).split(" ");
  return time >= digest.at && day > digestDay ? day : undefined;
}

function isDue({ dueAt }: UnsentAlert, now: Date): boolean {
  return new Date(dueAt) <= now;
}

/** One round of the process that has the lease. Each of its functions throws `AlertLeaseLost`. */
class AlertRound<Tx> {
  readonly #engine: EngineContext<Tx>;
  readonly #alerts: AlertSettings;
  readonly #token: string;

  constructor(engine: EngineContext<Tx>, alerts: AlertSettings) {
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

  async run(claimed: AlertState, kinds: readonly ReviewAlertKind[]): Promise<void> {
    let state = await this.#addGatewayAndDigest(claimed);
    for (const kind of kinds) state = await this.#collect(state, kind);
    const due = state.unsent.filter((each) => isDue(each, this.#now));
    for (const unsent of due) state = await this.#send(state, unsent);
    await this.#save(state, { token: this.#token, until: this.#now });
  }

  async #save(state: AlertState, lease = this.lease): Promise<AlertState> {
    if (!(await this.#engine.store.saveAlerts(lease, state))) throw new AlertLeaseLost();
    return state;
  }

  async #addGatewayAndDigest(claimed: AlertState): Promise<AlertState> {
    const now = this.#now;
    const { problems, reviewItems } = await readGateway(this.#engine);
    const state = withGatewayProblems(claimed, problems, { id: this.#newId(), now });
    const day = dueDigestDay(this.#alerts, state, now);
    if (day === undefined) return state === claimed ? state : this.#save(state);
    const items = await this.#engine.store.listReviewItems(namedItems);
    const { count, hasMore, oldestAt } = reviewItems;
    const digest = { kind: "digest", id: this.#newId(), day, count, hasMore, problems } as const;
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
    const { send, staffUrl } = this.#alerts;
    const { platform, settings } = this.#engine;
    const sending = callAsync(send, { ...alert, ...alertText(alert, staffUrl) });
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
