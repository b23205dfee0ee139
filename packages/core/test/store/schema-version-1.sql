CREATE TABLE pay_index_payment (
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (tenant, reference)
);
CREATE TABLE pay_index_attempt (
  attempt_id TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  number INTEGER NOT NULL,
  merchant_tenant TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  answers_any_start INTEGER NOT NULL,
  open_fingerprint TEXT,
  no_result_group INTEGER,
  record TEXT NOT NULL,
  counts TEXT NOT NULL,
  counted TEXT NOT NULL,
  uncounted_since TEXT,
  last_refund_at TEXT,
  bad_sign_at TEXT,
  PRIMARY KEY (attempt_id)
);
CREATE INDEX pay_index_attempt_number ON pay_index_attempt (reference, tenant, number) WHERE number > 0;
CREATE INDEX pay_index_attempt_state ON pay_index_attempt (tenant, reference, state, number) WHERE state <> '';
CREATE INDEX pay_index_attempt_any_start ON pay_index_attempt (tenant, reference, started_at) WHERE answers_any_start = 1;
CREATE INDEX pay_index_attempt_fingerprint ON pay_index_attempt (tenant, reference, open_fingerprint, started_at) WHERE open_fingerprint IS NOT NULL;
CREATE INDEX pay_index_attempt_no_result ON pay_index_attempt (tenant, reference, no_result_group, number) WHERE no_result_group IS NOT NULL;
CREATE INDEX pay_index_attempt_newest ON pay_index_attempt (state, started_at, attempt_id) WHERE attempt_id > '';
CREATE INDEX pay_index_attempt_newest_of_tenant ON pay_index_attempt (merchant_tenant, state, started_at, attempt_id) WHERE started_at > '';
CREATE INDEX pay_index_attempt_uncounted ON pay_index_attempt (uncounted_since) WHERE uncounted_since IS NOT NULL;
CREATE INDEX pay_index_attempt_refund ON pay_index_attempt (last_refund_at, attempt_id) WHERE last_refund_at IS NOT NULL;
CREATE INDEX pay_index_attempt_bad_sign ON pay_index_attempt (bad_sign_at) WHERE bad_sign_at IS NOT NULL;
CREATE TABLE pay_index_cycle (
  attempt_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  record TEXT NOT NULL,
  last_refund_at TEXT,
  paid_at TEXT,
  PRIMARY KEY (attempt_id, number)
);
CREATE INDEX pay_index_cycle_payment ON pay_index_cycle (tenant, reference, number);
CREATE INDEX pay_index_cycle_refund ON pay_index_cycle (last_refund_at, attempt_id, number) WHERE last_refund_at IS NOT NULL;
CREATE INDEX pay_index_cycle_paid ON pay_index_cycle (paid_at, attempt_id, number) WHERE paid_at IS NOT NULL;
CREATE TABLE pay_index_transaction (
  attempt_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  cycle INTEGER,
  refunded INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, transaction_id)
);
CREATE TABLE pay_index_reported_transaction (
  transaction_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  PRIMARY KEY (transaction_id, attempt_id)
);
CREATE INDEX pay_index_reported_transaction_attempt ON pay_index_reported_transaction (attempt_id);
CREATE TABLE pay_index_notification (
  id TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  processed INTEGER NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX pay_index_notification_age ON pay_index_notification (processed, received_at);
CREATE INDEX pay_index_notification_pending ON pay_index_notification (tenant, reference) WHERE processed = 0;
CREATE INDEX pay_index_notification_attempt ON pay_index_notification (attempt_id);
CREATE TABLE pay_index_job (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  cycle INTEGER,
  dedupe_key TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  tries INTEGER NOT NULL,
  problem TEXT,
  outcome TEXT,
  review_item_id TEXT,
  lease_token TEXT,
  lease_until TEXT,
  PRIMARY KEY (id)
);
CREATE INDEX pay_index_job_due ON pay_index_job (due_at, id) WHERE status = 'due';
CREATE INDEX pay_index_job_cycles ON pay_index_job (attempt_id) WHERE kind = 'check-cycle' AND status <> 'completed';
CREATE INDEX pay_index_job_attempt ON pay_index_job (attempt_id, tenant, reference);
CREATE TABLE pay_index_review_item (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  attempt_id TEXT NOT NULL,
  cycle INTEGER,
  dedupe_key TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  job_id TEXT,
  resolution TEXT,
  record TEXT NOT NULL,
  alert TEXT,
  alert_since TEXT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX pay_index_review_item_attempt ON pay_index_review_item (attempt_id, tenant, reference);
CREATE INDEX pay_index_review_item_open ON pay_index_review_item (tenant, reference) WHERE status = 'open';
CREATE INDEX pay_index_review_item_age ON pay_index_review_item (created_at, tenant) WHERE status = 'open' AND created_at > '';
CREATE INDEX pay_index_review_item_created ON pay_index_review_item (created_at, id) WHERE id > '';
CREATE INDEX pay_index_review_item_alert ON pay_index_review_item (alert, alert_since, id) WHERE alert IS NOT NULL;
CREATE TABLE pay_index_link (
  link_id TEXT NOT NULL,
  tenant TEXT NOT NULL,
  reference TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (link_id)
);
CREATE INDEX pay_index_link_payment ON pay_index_link (tenant, reference);
CREATE TABLE pay_index_secret (
  version INTEGER NOT NULL,
  added_at TEXT NOT NULL,
  secret TEXT NOT NULL,
  PRIMARY KEY (version)
);
CREATE TABLE pay_index_merchant (
  tenant TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  sign_strength INTEGER NOT NULL,
  PRIMARY KEY (tenant, merchant_id)
);
CREATE TABLE pay_index_request_window (
  id TEXT NOT NULL,
  requests INTEGER NOT NULL,
  ends_at TEXT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX pay_index_request_window_end ON pay_index_request_window (ends_at);
CREATE TABLE pay_index_activity (
  name TEXT NOT NULL,
  happened_at TEXT NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE pay_index_alert (
  name TEXT NOT NULL,
  lease_token TEXT NOT NULL,
  lease_until TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE pay_index_daily_count (
  day TEXT NOT NULL,
  merchant_tenant TEXT NOT NULL,
  variant TEXT NOT NULL,
  currency TEXT NOT NULL,
  started TEXT NOT NULL,
  paid TEXT NOT NULL,
  declined TEXT NOT NULL,
  notifications TEXT NOT NULL,
  paid_minor TEXT NOT NULL,
  seconds_to_paid TEXT NOT NULL,
  seconds_to_notification TEXT NOT NULL,
  PRIMARY KEY (day, merchant_tenant, variant, currency)
);
INSERT INTO pay_index_schema (version, oldest_reader) VALUES (1, 1);
