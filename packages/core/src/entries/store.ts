export type {
  AlertAddition,
  AlertState,
  ReviewAlertKind,
  StoredAlert,
  UnsentAlert,
} from "../payment/alert.ts";
export type { Attempt } from "../payment/attempt.ts";
export type { CountName, Counts, DailyCount } from "../payment/attempt-counts.ts";
export type {
  Fact,
  NotificationFact,
  OperatorFact,
  OperatorRetryFact,
  ResolutionFact,
  ResponseFact,
} from "../payment/fact.ts";
export type {
  Job,
  JobKind,
  JobOutcome,
  JobProblem,
  Lease,
  LeasedJob,
  ScheduledJobRetry,
} from "../payment/job.ts";
export type { OperatorRefund } from "../payment/operator.ts";
export type { PaymentLink } from "../payment/payment-link.ts";
export type { RefundFact } from "../payment/refund-fact.ts";
export type { ItemResolution, ReviewItem } from "../payment/review-item.ts";
export type { ReviewKind } from "../payment/review-kinds.ts";
export type { Cycle, CycleKey } from "../payment/subscription/cycle.ts";
export type { AlertItemCollection, AlertStore, StoredAlerts } from "../ports/alert-store.ts";
export {
  type ActivityName,
  createInstallationSecret,
  type InstallationSecret,
  type InstallationStore,
  type LastActivity,
  type TenantAndMerchantId,
} from "../ports/installation-store.ts";
export type {
  AttemptPeriod,
  AttemptPosition,
  AttemptSearch,
  AttemptSelection,
  Backlog,
  BacklogSelection,
  Backlogs,
  CreatedReviewItemSelection,
  DailyCountSelection,
  ListedAttempt,
  PaidCycle,
  PaidCyclePosition,
  PaidCycleSelection,
  RefundedCharge,
  RefundPosition,
  StaffStore,
} from "../ports/staff-store.ts";
export type {
  CycleSelection,
  GivenUpJobDetails,
  InboxEntry,
  InboxState,
  JobClaimRequest,
  JobCompletion,
  NewJob,
  Payment,
  PaymentChange,
  PaymentKey,
  PaymentReadOptions,
  PaymentRecordCounts,
  PaymentStore,
  ResolvedItem,
  StartMatchSelection,
  TransactionKey,
  UsedTransaction,
} from "../ports/store.ts";
export { noPaymentChanges } from "../ports/store.ts";
export { isTransactionConflict, type TransactionalStore } from "../ports/transactional-store.ts";
export type { RotateSecretOptions } from "../store/installation-secrets.ts";
export { MemoryStore } from "../store/memory-store.ts";
export type { SqlConnection, SqlDriver, SqlParameters, SqlRow, SqlValue } from "../store/sql/driver.ts";
export {
  isConnectionLost,
  isQueryTimeout,
  numberParameters,
  retryOnLostConnection,
} from "../store/sql/driver.ts";
export {
  createSchemaTableSql,
  createTableStatements,
  type Migration,
  migrations,
  pendingMigrations,
  readSchemaVersionSql,
} from "../store/sql/schema.ts";
export { SqlStore } from "../store/sql/sql-store.ts";
export {
  findMissingTables,
  findMissingTablesByReading,
  type StoreIndex,
  type StoreTable,
  type StoreTableName,
  storeIndexName,
  storeTableNames,
  storeTables,
} from "../store/sql/tables.ts";
