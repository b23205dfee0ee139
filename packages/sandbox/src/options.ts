import { randomInt } from "node:crypto";
import { isIP } from "node:net";
import { maxTimerMilliseconds, systemClock, type TimeSource } from "./clock/time-source.ts";
import { SandboxError } from "./errors.ts";
import type { JitterRange } from "./jitter.ts";
import { type QuirkProfile, quirkProfiles } from "./quirks/quirk.ts";

/** The options of `createSandbox`. All have defaults. */
export interface SandboxOptions {
  /** Default: 4400. 0 selects any free port. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** The seed of the random delays. Default: random; `Sandbox.seed` returns it. */
  readonly seed?: number;
  /**
   * Milliseconds between the deliveries of a notification. Default: 10, 20, 40 and 80 seconds, which makes five
   * deliveries.
   */
  readonly retryGaps?: readonly number[];
  /** Milliseconds for one delivery of a notification. Default: 10 seconds. */
  readonly deliveryTimeout?: number;
  /**
   * When the first delivery starts, in milliseconds relative to the response that decided the order. Default: -80 to
   * 200. If it is negative, the response waits until the shop has answered the notification, but not longer.
   */
  readonly jitter?: JitterRange;
  /** Host names that a notify address can have, in addition to loopback addresses and `localhost`. */
  readonly allowNotifyHosts?: readonly string[];
  /** Host names with which requests can reach the sandbox, in addition to loopback addresses and `localhost`. */
  readonly allowHosts?: readonly string[];
  /** Schemes of apps to which the sandbox may hand buyers over (`pay_app_scheme`), such as `teashop`. Default: none. */
  readonly allowAppSchemes?: readonly string[];
  /** Receives one line for each event. No line contains a card number. */
  readonly log?: (line: string) => void;
  /** A file for orders, faults and settings, so that they survive a restart. Default: they are in memory. */
  readonly data?: string;
  /** Whether the clock starts frozen. */
  readonly frozen?: boolean;
  /** The initial quirk profile of all merchants. */
  readonly quirks?: QuirkProfile;
  /** Milliseconds on the sandbox's clock after which a pending order is closed. Default: 24 hours. */
  readonly expireAfter?: number;
  /** Milliseconds on the sandbox's clock after which an accepted refund ends. Default: 5 seconds. */
  readonly refundAfter?: number;
  /** The clock that the sandbox's clock is based on. */
  readonly clock?: TimeSource;
}

type OptionsWithoutDefault = "data" | "frozen" | "quirks";

/** Options without a default keep their stored values after a restart. */
export type ResolvedOptions = Required<Omit<SandboxOptions, OptionsWithoutDefault>> &
  Pick<SandboxOptions, OptionsWithoutDefault>;

/** Adds the defaults. @throws SandboxError `bad_option`, which names the option */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const settings: ResolvedOptions = {
    ...options,
    port: options.port ?? 4400,
    host: options.host ?? "127.0.0.1",
    seed: options.seed ?? randomInt(1, 1_000_000),
    retryGaps: options.retryGaps ?? [10_000, 20_000, 40_000, 80_000],
    deliveryTimeout: options.deliveryTimeout ?? 10_000,
    jitter: options.jitter ?? { min: -80, max: 200 },
    allowNotifyHosts: normalizeNames(options.allowNotifyHosts),
    allowHosts: normalizeNames(options.allowHosts),
    allowAppSchemes: normalizeNames(options.allowAppSchemes),
    log: options.log ?? (() => undefined),
    clock: options.clock ?? systemClock,
    expireAfter: options.expireAfter ?? 24 * 3_600_000,
    refundAfter: options.refundAfter ?? 5000,
  };
  const broken = listRules(settings).find(([holds]) => !holds);
  if (broken) throw new SandboxError("bad_option", broken[1]);
  return settings;
}

function listRules(settings: ResolvedOptions): readonly (readonly [holds: boolean, message: string])[] {
  const { port, seed, retryGaps, deliveryTimeout, expireAfter, refundAfter, jitter, quirks } = settings;
  const { min, max } = jitter;
  const areHostNames = "must be host names, without http:// and without a port";
  return [
    [isWholeNumberBetween(port, 0, 65_535), "port must be a whole number from 0 to 65535"],
    [settings.host !== "", "host must not be empty"],
    [isWholeNumberBetween(seed, 0, 2 ** 32 - 1), "seed must be a whole number from 0 to 4294967295"],
    [retryGaps.every((gap) => isTimerDelay(gap, 0)), "retryGaps must be whole milliseconds"],
    [isTimerDelay(deliveryTimeout, 1), "deliveryTimeout must be whole milliseconds above 0"],
    [
      isWholeNumberBetween(expireAfter, 1, maxExpireAfter),
      "expireAfter must be whole milliseconds, at most a year",
    ],
    [
      isWholeNumberBetween(refundAfter, 0, maxExpireAfter),
      "refundAfter must be whole milliseconds, at most a year",
    ],
    [settings.data !== "", "data must not be empty"],
    [quirkProfiles.includes(quirks ?? "none"), `quirks must be one of ${quirkProfiles.join(", ")}`],
    [settings.allowNotifyHosts.every(isHostName), `allowNotifyHosts ${areHostNames}`],
    [settings.allowHosts.every(isHostName), `allowHosts ${areHostNames}`],
    [
      settings.allowAppSchemes.every((name) => /^[a-z][a-z0-9+.-]*$/.test(name)),
      "allowAppSchemes must be schemes, such as teashop, without ://",
    ],
    [
      isTimerDelay(min, -maxTimerMilliseconds) && isTimerDelay(max, min),
      "jitter must be whole milliseconds, min not above max",
    ],
  ];
}

const maxExpireAfter = 366 * 24 * 3_600_000;

function normalizeNames(names: readonly string[] = []): readonly string[] {
  return names.map((name) => name.trim().toLowerCase());
}

function isHostName(name: string): boolean {
  return isIP(name) !== 0 || /^[^\s:/?#@[\]]+$/.test(name);
}

function isWholeNumberBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function isTimerDelay(value: number, min: number): boolean {
  return isWholeNumberBetween(value, min, maxTimerMilliseconds);
}
