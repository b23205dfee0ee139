import { isoTime } from "../book/order-view.ts";
import { SandboxError } from "../errors.ts";
import { behaviours, quirkProfiles } from "../quirks/quirk.ts";
import type { ClockView, QuirksView } from "./contract.ts";
import type { Desk } from "./desk.ts";
import type { DeskParts } from "./desk-parts.ts";
import { putFaultsSchema, putQuirksSchema, readRequest } from "./requests.ts";
import { spanSeconds } from "./span.ts";

/** All of the desk that is of no single order. */
export function clockAndQuirks(parts: DeskParts) {
  const { faults, quirks, refusals, events } = parts;
  return {
    faults: async () => faults.rules(),
    async setFaults(scope, list) {
      const wanted = readRequest(putFaultsSchema, { scope, faults: list });
      faults.set(wanted.scope, wanted.faults);
      events.tell({ type: "faults", says: `${faults.rules().length} faults stand` });
      return faults.rules();
    },
    async clearFaults(id) {
      faults.clear(id);
      events.tell({ type: "faults", says: `${faults.rules().length} faults stand` });
      return faults.rules();
    },
    ...clock(parts),
    quirks: async () => quirksView(parts),
    async setQuirks(profile, of = {}) {
      const wanted = readRequest(putQuirksSchema, { profile, ...of });
      quirks.set(wanted.profile, wanted.merchant);
      const whose = wanted.merchant === undefined ? "" : ` for merchant ${wanted.merchant}`;
      events.tell({ type: "quirks", says: `the profile is ${wanted.profile}${whose}` });
      return quirksView(parts);
    },
    refusals: async () => refusals.latest(),
    events: (options) => events.stream(options),
  } satisfies Partial<Desk>;
}

function clock({ clock, jobs, schedule, events }: DeskParts) {
  const view = (): ClockView => {
    const { due, count } = jobs.ahead();
    return {
      now: isoTime(clock.now()),
      frozen: clock.frozen,
      ...(due === undefined ? {} : { nextDueAt: isoTime(due) }),
      planned: count,
      undelivered: jobs.undelivered(clock.now()),
    };
  };
  const moved = (): ClockView => {
    events.tell({ type: "clock", says: `it is ${isoTime(clock.now())}${clock.frozen ? ", and stays" : ""}` });
    return view();
  };
  return {
    clock: async () => view(),
    async advance(by, { deliveries = "in_turn" } = {}) {
      const milliseconds = Math.round(spanSeconds(by) * 1000);
      if (!Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds > longest) {
        throw new SandboxError(
          milliseconds < 0 ? "clock_backwards" : "bad_request",
          milliseconds < 0 ? "the clock never goes back" : "advance: at most 100 years, in seconds",
        );
      }
      const of = deliveries === "later" ? "bookings" : "all";
      await schedule.moveClock((now) => now + milliseconds, of);
      return moved();
    },
    async moveTo(time) {
      const at = new Date(time).getTime();
      if (Number.isNaN(at) || at > clock.now() + longest) {
        throw new SandboxError("bad_request", "to: must be a time as 2026-11-20T10:00:00Z");
      }
      await schedule.moveClock(() => at);
      return moved();
    },
    async freeze(frozen = true) {
      await schedule.freezeClock(frozen);
      return moved();
    },
  } satisfies Partial<Desk>;
}

const longest = 100 * 366 * 24 * 3_600_000;

function quirksView({ quirks }: DeskParts): QuirksView {
  return { ...quirks.quirks(), profiles: quirkProfiles.map((name) => ({ name, ...behaviours[name] })) };
}
