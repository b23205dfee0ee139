import { api } from "@vendure/dashboard";
import { type OrderDetails, orderFields, type PaymentState } from "./admin-api.ts";

/*
 * The requests of the list of attempts and of the health panel to the plugin's Admin API.
 */

export const attemptGroupNames = ["OPEN", "FAILED", "REVIEW", "PAID"] as const;
export type AttemptGroup = (typeof attemptGroupNames)[number];

export interface OverviewAttempt {
  readonly attemptId: string;
  readonly orderCode: string;
  readonly orderId: string | null;
  readonly channelCode: string | null;
  readonly variant: string;
  readonly state: PaymentState;
  readonly amount: string;
  readonly currencyCode: string;
  readonly startedAt: string;
  readonly transactionIds: readonly string[];
  readonly hasOpenReviewItems: boolean;
  readonly order: OrderDetails | null;
}

export interface PaginatedAttempts {
  readonly items: readonly OverviewAttempt[];
  readonly next: string | null;
}

export interface AttemptListOptions {
  readonly group: AttemptGroup | undefined;
  readonly search: string;
  readonly after: string | undefined;
  readonly take: number;
}

export async function fetchAttempts(options: AttemptListOptions): Promise<PaginatedAttempts> {
  const query = `query PayIndexAttempts($options: PayIndexAttemptListOptions) { payIndexAttempts(options: $options) {
    items { attemptId orderCode orderId channelCode variant state amount currencyCode startedAt transactionIds
      hasOpenReviewItems ${orderFields} } next } }`;
  return (await api.query<{ payIndexAttempts: PaginatedAttempts }>(query, { options })).payIndexAttempts;
}

export interface Backlog {
  readonly count: number;
  readonly hasMore: boolean;
  readonly oldestAt: string | null;
}

export interface Health {
  readonly problems: readonly ("SWEEP_LATE" | "JOBS_OVERDUE" | "NOTIFICATIONS_REFUSED" | "START_WARNINGS")[];
  readonly notifyUrl: string;
  readonly disputeWebhooks: readonly { readonly merchantId: string; readonly url: string }[];
  readonly lastNotificationAt: string | null;
  readonly refusals: readonly { readonly code: string; readonly at: string }[];
  readonly notVerified: string | null;
  readonly lastSweepAt: string | null;
  readonly startWarnings: readonly { readonly code: string; readonly message: string }[];
  /** Null outside the default channel. */
  readonly overdueJobs: Backlog | null;
  readonly reviewItems: Backlog | null;
}

export interface HealthAndCapabilities {
  readonly payIndexHealth: Health;
  readonly payIndexCapabilities: readonly {
    readonly name: string;
    readonly supported: boolean;
    readonly instead: string | null;
  }[];
}

export async function fetchHealth(): Promise<HealthAndCapabilities> {
  const query = `query PayIndexHealth { payIndexHealth { problems notifyUrl disputeWebhooks { merchantId url }
    lastNotificationAt refusals { code at } notVerified lastSweepAt
    startWarnings { code message } overdueJobs { count hasMore oldestAt } reviewItems { count hasMore oldestAt } }
    payIndexCapabilities { name supported instead } }`;
  return api.query<HealthAndCapabilities>(query, {});
}
