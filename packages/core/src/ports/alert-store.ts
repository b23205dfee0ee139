import type { AlertAddition, AlertState, ReviewAlertKind } from "../payment/alert.ts";
import type { Lease } from "../payment/job.ts";

/** The alerts, and the review items that wait for one. */
export interface StoredAlerts {
  readonly state: AlertState;
  /** Since when the first item waits for an alert of the kind: ISO instant in UTC. */
  readonly waiting: Readonly<Partial<Record<ReviewAlertKind, string>>>;
  /** The newest instant of `badSignAtOf` of all attempts. */
  readonly badSignAt?: string | undefined;
}

/** Selects items to add to the unsent alert of their kind, and says what is new about it. */
export interface AlertItemCollection extends AlertAddition {
  readonly kind: ReviewAlertKind;
  /** Items that wait since this instant, or longer. */
  readonly until: Date;
  readonly limit: number;
}

/** The part of a payment store that alerts need. One process at a time has the lease of all alerts. */
export interface AlertStore {
  /** Reads without a lease, to find out whether one is needed. */
  readAlerts(): Promise<StoredAlerts>;
  /** Takes the lease and returns the alerts, or undefined if another process has the lease. */
  claimAlerts(claim: { readonly now: Date; readonly lease: Lease }): Promise<AlertState | undefined>;
  /**
   * Adds items to the unsent alert of the kind, in one transaction: each item is in one alert. Returns the new state and the number of
   * items, or undefined, and changes nothing, if the lease was lost.
   */
  collectAlertItems(
    lease: Lease,
    collection: AlertItemCollection,
  ): Promise<{ readonly state: AlertState; readonly items: number } | undefined>;
  /** Stores the alerts, and extends or ends the lease by its `until`. Returns false, and changes nothing, if the lease was lost. */
  saveAlerts(lease: Lease, state: AlertState): Promise<boolean>;
}
