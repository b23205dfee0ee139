import { SandboxError } from "../errors.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import { behaviourOf, quirkProfiles } from "../quirks/quirk.ts";
import type { ClockView, QuirksView } from "./control-api-types.ts";
import { durationToSeconds } from "./duration-to-seconds.ts";
import {
  parseControlRequest,
  putFaultsRequestSchema,
  putQuirksRequestSchema,
  statementRequestSchema,
} from "./request-schemas.ts";
import type { SandboxControl } from "./sandbox-control.ts";
import { buildStatementCsv } from "./statement-csv.ts";

/** Returns the methods of the control that do not belong to a single order. */
export function createSandboxWideMethods(core: GatewayCore) {
  const { faults, quirks, refusals, events } = core;
  const changedFaults = () => {
    events.tell({ type: "faults", says: `${faults.rules().length} faults are active` });
    return faults.rules();
  };
  return {
    faults: async () => faults.rules(),
    async setFaults(scope, list) {
      const wanted = parseControlRequest(putFaultsRequestSchema, { scope, faults: list });
      faults.set(wanted.scope, wanted.faults);
      return changedFaults();
    },
    async clearFaults(id) {
      faults.clear(id);
      return changedFaults();
    },
    ...clockMethods(core),
    quirks: async () => buildQuirksView(core),
    async setQuirks(profile, of = {}) {
      const wanted = parseControlRequest(putQuirksRequestSchema, { profile, ...of });
      quirks.set(wanted.profile, wanted.merchant);
      const whose = wanted.merchant === undefined ? "" : ` for merchant ${wanted.merchant}`;
      events.tell({ type: "quirks", says: `the profile is ${wanted.profile}${whose}` });
      return buildQuirksView(core);
    },
    refusals: async () => refusals.latest(),
    async statement(of) {
      return buildStatementCsv(core.orderStore, parseControlRequest(statementRequestSchema, of));
    },
    events: (options) => events.stream(options),
  } satisfies Partial<SandboxControl>;
}

function clockMethods({ clock, jobs, schedule, events }: GatewayCore) {
  const view = (): ClockView => {
    const { due, count } = jobs.ahead();
    return {
      now: formatIsoTime(clock.now()),
      frozen: clock.frozen,
      ...(due === undefined ? {} : { nextDueAt: formatIsoTime(due) }),
      planned: count,
      undelivered: jobs.undelivered(clock.now()),
    };
  };
  const moved = (): ClockView => {
    events.tell({
      type: "clock",
      says: `it is ${formatIsoTime(clock.now())}${clock.frozen ? ", and stays" : ""}`,
    });
    return view();
  };
  return {
    clock: async () => view(),
    async advance(by, { deliveries = "in_turn" } = {}) {
      const milliseconds = Math.round(durationToSeconds(by) * 1000);
      if (!Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds > maxAdvanceMilliseconds) {
        if (milliseconds < 0) throw new SandboxError("clock_backwards", "the clock never goes back");
        throw new SandboxError("bad_request", "advance: at most 100 years, in seconds");
      }
      const of = deliveries === "later" ? "order_changes" : "all";
      await schedule.moveClock((now) => now + milliseconds, of);
      return moved();
    },
    async moveTo(time) {
      const at = new Date(time).getTime();
      if (Number.isNaN(at) || at > clock.now() + maxAdvanceMilliseconds) {
        throw new SandboxError("bad_request", "to: must be a time as 2026-11-20T10:00:00Z");
      }
      await schedule.moveClock(() => at);
      return moved();
    },
    async freeze(frozen = true) {
      await schedule.freezeClock(frozen);
      return moved();
    },
  } satisfies Partial<SandboxControl>;
}

const maxAdvanceMilliseconds = 100 * 366 * 24 * 3_600_000;

function buildQuirksView({ quirks }: GatewayCore): QuirksView {
  return { ...quirks.quirks(), profiles: quirkProfiles.map((name) => ({ name, ...behaviourOf(name) })) };
}
