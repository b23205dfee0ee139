/** The attributes of spans and metrics. Those without `pay_index` are of OpenTelemetry's semantic conventions. */
export const attributeNames = {
  attemptId: "pay_index.attempt.id",
  attemptState: "pay_index.attempt.state",
  cycle: "pay_index.cycle",
  errorType: "error.type",
  event: "pay_index.event",
  httpStatus: "http.response.status_code",
  jobKind: "pay_index.job.kind",
  jobTries: "pay_index.job.tries",
  notificationRepeated: "pay_index.notification.repeated",
  responseOutcome: "pay_index.response.outcome",
  reviewItemKind: "pay_index.review_item.kind",
  tenant: "pay_index.tenant",
  variant: "pay_index.variant",
} as const;
