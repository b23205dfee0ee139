import type { Variant } from "@pay-index/core";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import type { SignRule } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";

/** How a shop under test answers one request. */
export interface ShopReply {
  readonly status: number;
  readonly body: string;
}

export interface StatusSummary {
  readonly state: string;
  /** State of each attempt by its gateway order ID. */
  readonly attempts: ReadonlyMap<string, string>;
  readonly items: number;
  /** The kinds of the open review items. */
  readonly itemKinds: readonly string[];
  /** The whole status as text, without `statusUrl`. */
  readonly text: string;
}

/** What a shop was told to place, by reference; renewals by gateway order ID and cycle. */
export interface PlacedOrders {
  readonly orders: Map<string, number>;
  readonly renewals: Map<string, number>;
}

export interface ShopSettings {
  readonly merchants: readonly Merchant[];
  /** Undefined: the default of the options. */
  readonly rules: readonly SignRule[] | undefined;
}

export interface Merchant {
  readonly id: string;
  readonly key: string;
  readonly previousKeys: readonly string[];
  readonly variants: readonly Variant[];
  readonly tenant: string;
}

export interface SaleRequest {
  readonly reference: string;
  readonly tenant: string;
  readonly variant: Variant;
  readonly minor: number;
  readonly currency: "USD" | "JPY" | "KWD";
  /** Tells two attempts of one reference apart. */
  readonly buyerName: string;
  readonly firstMinor?: number;
}

/** A shop that takes payments, seen by its gateway, its buyers and its staff. */
export interface FuzzedShop {
  readonly settings: ShopSettings;
  readonly placed: PlacedOrders;
  start(sale: SaleRequest, random: Random): Promise<FuzzedAttempt>;
  /** From now on the order costs more than its attempts ask for. */
  grow(reference: string): void;
  status(about: Pick<FuzzedAttempt, "reference" | "tenant">): Promise<StatusSummary>;
  /** Everything that the store holds about it, as text. */
  stored(about: Pick<FuzzedAttempt, "reference" | "tenant">): Promise<string>;
  /** How many messages the quarantine of the attempt holds. Undefined: nobody can see it from outside. */
  quarantined(about: Pick<FuzzedAttempt, "attemptId">): Promise<number | undefined>;
  /** Events and printed lines since the last call. */
  takeLog(): string[];
  close(): Promise<void>;
}
