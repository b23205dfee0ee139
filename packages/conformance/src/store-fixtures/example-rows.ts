import type { Attempt, InboxEntry, Job, PaymentChange, PaymentLink, ReviewItem } from "@pay-index/core/store";
import { paymentChange } from "../store/rule-helpers.ts";
import {
  instantAt,
  sampleAttempt,
  sampleInboxEntry,
  sampleJob,
  sampleLink,
  sampleReviewItem,
} from "../store/samples.ts";

export { sampleJobOutcome as exampleOutcome } from "../store/samples.ts";

/** The payment of all example rows. */
export const examplePaymentKey = { tenant: "t", reference: "r" };

export function createExampleAttempt(): Attempt {
  return sampleAttempt(examplePaymentKey);
}

export function createExampleJob(id: string): Job {
  return sampleJob(id, examplePaymentKey);
}

export function createExampleLink(id: string): PaymentLink {
  return sampleLink(id, examplePaymentKey);
}

export function createExampleReviewItem(id: string): ReviewItem {
  return sampleReviewItem(id, examplePaymentKey);
}

export function createExampleInboxEntry(id: string): InboxEntry {
  return sampleInboxEntry(id, examplePaymentKey);
}

export function createExamplePaymentChange(
  version: number,
  parts: Partial<PaymentChange> = {},
): PaymentChange {
  return paymentChange(version, { ...examplePaymentKey, ...parts });
}

/** A claim with a lease that lasts for a day from the first instant. */
export const exampleClaim = {
  now: instantAt(0),
  lease: { token: "lease", until: instantAt(86_400) },
};
