import { randomInt } from "node:crypto";
import { isIP } from "node:net";
import { type Clock, systemClock } from "./clock/clock.ts";
import { SandboxError } from "./errors.ts";
import type { JitterRange } from "./jitter.ts";
import { type QuirkProfile, quirkProfiles } from "./quirks/quirk.ts";

/** Everything has a default: `createSandbox()` is a whole gateway. */
export interface SandboxOptions {
  /** 4400 by default; 0 takes any free port. */
  readonly port?: number;
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string;
  /** Decides the row of jitters. Random by default; `Sandbox.seed` says which it was. */
  readonly seed?: number;
  /** Milliseconds between the tries of a notification: 10, 20, 40 and 80 seconds, so five tries in all. */
  readonly retryGaps?: readonly number[];
  /** Milliseconds one try of a notification may take in all, 10 seconds by default. */
  readonly deliveryTimeout?: number;
  /**
   * When the first try starts, in milliseconds around the response that settled the order (-80 to 200 by default).
   * Below zero the response is held back until the shop has answered the notification, for at most that long.
   */
  readonly jitter?: JitterRange;
  /** Host names a notify address may have beside loopback addresses and `localhost`. */
  readonly allowNotifyHosts?: readonly string[];
  /** Host names, beside loopback addresses and `localhost`, under which requests may reach the sandbox. */
  readonly allowHosts?: readonly string[];
  /** Gets one line for each thing that happens. No card number is ever in it. */
  readonly log?: (line: string) => void;
  /** Keeps orders, faults and settings in this file, so that they survive a restart. Without it they are in memory. */
  readonly data?: string;
  /** Begins with the clock standing still. */
  readonly frozen?: boolean;
  /** The quirk profile to begin with, for all merchants. */
  readonly quirks?: QuirkProfile;
  /** Milliseconds on the sandbox's clock after which a pending order is closed, 24 hours by default. */
  readonly expireAfter?: number;
  /** What the sandbox's clock is built on. */
  readonly clock?: Clock;
}

type OptionsWithoutDefault = "data" | "frozen" | "quirks";

/** What is chosen anew at each start has no default: without it, what was kept goes on. */
export type ResolvedOptions = Required<Omit<SandboxOptions, OptionsWithoutDefault>> &
  Pick<SandboxOptions, OptionsWithoutDefault>;

/** Fills in the defaults. Throws SandboxError `bad_option`, which names the option. */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const settings: ResolvedOptions = {
    port: options.port ?? 4400,
    host: options.host ?? "127.0.0.1",
    seed: options.seed ?? randomInt(1, 1_000_000),
    retryGaps: options.retryGaps ?? [10_000, 20_000, 40_000, 80_000],
    deliveryTimeout: options.deliveryTimeout ?? 10_000,
    jitter: options.jitter ?? { min: -80, max: 200 },
    allowNotifyHosts: normalizeHostNames(options.allowNotifyHosts),
    allowHosts: normalizeHostNames(options.allowHosts),
    log: options.log ?? ignoreLine,
    clock: options.clock ?? systemClock,
    expireAfter: options.expireAfter ?? 24 * 3_600_000,
    ...(options.data === undefined ? {} : { data: options.data }),
    ...(options.frozen === undefined ? {} : { frozen: options.frozen }),
    ...(options.quirks === undefined ? {} : { quirks: options.quirks }),
  };
  requireOption(
    isWholeNumberBetween(settings.port, 0, 65_535),
    "port must be a whole number from 0 to 65535",
  );
  requireOption(settings.host !== "", "host must not be empty");
  requireOption(
    isWholeNumberBetween(settings.seed, 0, 2 ** 32 - 1),
    "seed must be a whole number from 0 to 4294967295",
  );
  requireOption(
    settings.retryGaps.every((gap) => isWholeNumberBetween(gap, 0, maxTimerMilliseconds)),
    "retryGaps must be whole milliseconds",
  );
  requireOption(
    isWholeNumberBetween(settings.deliveryTimeout, 1, maxTimerMilliseconds),
    "deliveryTimeout must be whole milliseconds above 0",
  );
  requireOption(
    isWholeNumberBetween(settings.expireAfter, 1, maxExpireAfter),
    "expireAfter must be whole milliseconds, at most a year",
  );
  requireOption(settings.data !== "", "data must not be empty");
  const profile = settings.quirks ?? "none";
  requireOption(quirkProfiles.includes(profile), `quirks must be one of ${quirkProfiles.join(", ")}`);
  for (const name of ["allowNotifyHosts", "allowHosts"] as const) {
    const message = `${name} must be host names, without http:// and without a port`;
    requireOption(settings[name].every(isHostName), message);
  }
  const { min, max } = settings.jitter;
  requireOption(
    isWholeNumberBetween(min, -maxTimerMilliseconds, maxTimerMilliseconds) &&
      isWholeNumberBetween(max, min, maxTimerMilliseconds),
    "jitter must be whole milliseconds, min not above max",
  );
  return settings;
}

function ignoreLine(): void {
  // nobody listens
}

/** The longest wait a timer of Node can hold. */
const maxTimerMilliseconds = 2 ** 31 - 1;

const maxExpireAfter = 366 * 24 * 3_600_000;

function normalizeHostNames(names: readonly string[] = []): readonly string[] {
  return names.map((name) => name.trim().toLowerCase());
}

function isHostName(name: string): boolean {
  return isIP(name) !== 0 || /^[^\s:/?#@[\]]+$/.test(name);
}

function isWholeNumberBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function requireOption(holds: boolean, message: string): void {
  if (!holds) throw new SandboxError("bad_option", message);
}
