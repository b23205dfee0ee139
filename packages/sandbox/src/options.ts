import { randomInt } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
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

const wholeNumber = (min: number, max: number, must: string) => z.int(must).min(min, must).max(max, must);
const timerDelay = (min: number, must: string) => wholeNumber(min, maxTimerMilliseconds, must);
const longDelay = (min: number) =>
  wholeNumber(min, 366 * 24 * 3_600_000, "must be whole milliseconds, at most a year");
const names = (isName: (name: string) => boolean, must: string) =>
  z.array(z.string().trim().toLowerCase().refine(isName, must)).readonly().default([]);
const hostNames = names(isHostName, "must be host names, without http:// and without a port");
const text = z.string().min(1, "must not be empty");
const jitterRule = "must be whole milliseconds, min not above max";
const jitterBound = timerDelay(-maxTimerMilliseconds, jitterRule);

/** Options without a default keep their stored values after a restart. */
const optionsSchema = z.object({
  port: wholeNumber(0, 65_535, "must be a whole number from 0 to 65535").default(4400),
  host: text.default("127.0.0.1"),
  seed: wholeNumber(0, 2 ** 32 - 1, "must be a whole number from 0 to 4294967295").default(() =>
    randomInt(1, 1_000_000),
  ),
  retryGaps: z
    .array(timerDelay(0, "must be whole milliseconds"))
    .readonly()
    .default([10_000, 20_000, 40_000, 80_000]),
  deliveryTimeout: timerDelay(1, "must be whole milliseconds above 0").default(10_000),
  jitter: z
    .object({ min: jitterBound, max: jitterBound })
    .refine(({ min, max }) => min <= max, jitterRule)
    .default({ min: -80, max: 200 }),
  allowNotifyHosts: hostNames,
  allowHosts: hostNames,
  allowAppSchemes: names(
    (name) => /^[a-z][a-z0-9+.-]*$/.test(name),
    "must be schemes, such as teashop, without ://",
  ),
  log: z.custom<(line: string) => void>().default(() => () => undefined),
  data: text.optional(),
  frozen: z.boolean().optional(),
  quirks: z.enum(quirkProfiles, `must be one of ${quirkProfiles.join(", ")}`).optional(),
  expireAfter: longDelay(1).default(24 * 3_600_000),
  refundAfter: longDelay(0).default(5000),
  clock: z.custom<TimeSource>().default(() => systemClock),
});

export type ResolvedOptions = Readonly<z.output<typeof optionsSchema>>;

/** Adds the defaults. @throws SandboxError `bad_option`, which names the option */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const { data, error } = optionsSchema.safeParse(options);
  if (data) return data;
  const [issue] = error.issues;
  throw new SandboxError("bad_option", `${String(issue?.path[0])} ${issue?.message}`);
}

function isHostName(name: string): boolean {
  return isIP(name) !== 0 || /^[^\s:/?#@[\]]+$/.test(name);
}
