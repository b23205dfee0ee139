import type { FuzzedAttempt } from "../create-sale.ts";
import { type Field, type SignRule, signNotification } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";

/** What an honest gateway reports in one notification. */
export interface NotificationReport {
  readonly code: "00" | "2";
  /** 1 is the sale. */
  readonly cycle: number;
  readonly transaction: string;
  readonly isClosing?: boolean;
  /** The recorded gateway sends none (NOT-CURRENCY). */
  readonly hasCurrency?: boolean;
  /** The gateway order ID of a later cycle, where the gateway gives it one of its own. */
  readonly reportedAttemptId?: string;
}

/** The fields of that notification, in the gateway's order and without `sign`. */
export function honestFields({ terms }: FuzzedAttempt, report: NotificationReport): Field[] {
  const { cycle, code, transaction, reportedAttemptId, isClosing, hasCurrency = true } = report;
  const isSubscription = terms.cycles > 0;
  return [
    ["memberid", terms.memberId],
    ["orderid", reportedAttemptId ?? terms.orderId],
    ["amount", terms.amount],
    ["true_amount", terms.amount],
    ...(hasCurrency ? ([["currency", terms.currency]] as const) : []),
    ["transaction_id", transaction],
    ["returncode", code],
    ["datetime", "20261122101112"],
    ["attach", ""],
    ...(isSubscription
      ? ([
          ["enabled", isClosing === true ? "0" : "1"],
          ["payment_transaction_id", `M${terms.orderId.slice(0, 10)}`],
          ["payment_period_count", String(cycle)],
        ] as const)
      : []),
  ];
}

export function randomHonestReport({ terms }: FuzzedAttempt, random: Random): NotificationReport {
  const isSubscription = terms.cycles > 0;
  const cycle = isSubscription && random.chance(0.6) ? 1 + random.int(terms.cycles + 1) : 1;
  const report: NotificationReport = {
    code: random.chance(0.8) ? "00" : "2",
    cycle,
    transaction: random.chance(0.2) ? "T-SHARED" : `T${random.int(1e9)}`,
    isClosing: isSubscription && random.chance(0.1),
    hasCurrency: random.chance(0.7),
  };
  return cycle > 1 && random.chance(0.3) ? { ...report, reportedAttemptId: `OWN${random.int(1e9)}` } : report;
}

/** Signs as the gateway does. A rule that leaves `enabled=0` unsigned is as honest as any other. */
export function signFields(fields: readonly Field[], key: string, rule: SignRule): Field[] {
  return [...fields, ["sign", signNotification(fields, key, rule)]];
}
