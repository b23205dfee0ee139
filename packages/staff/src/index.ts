export { fillText } from "@pay-index/core/staff";
export { AttemptsScreen } from "./attempts-screen.tsx";
export { HealthScreen } from "./health-screen.tsx";
export type * from "./kit.ts";
export {
  createMarkup,
  createTable,
  type FieldElements,
  fieldAttributes,
  type MarkupClasses,
  type TableClasses,
  type TableElements,
} from "./markup.tsx";
export { OpenItemCount, useOpenItemCount } from "./open-items.tsx";
export { OverviewScreen } from "./overview-screen.tsx";
export { OrderPayment, PaymentScreen } from "./payment.tsx";
export { ReviewQueueScreen } from "./review-queue.tsx";
export {
  createStaffClient,
  type ExportPeriod,
  type PaymentAddress,
  StaffApiError,
  type StaffClient,
  type StaffClientOptions,
  saveFile,
} from "./staff-client.ts";
export {
  type StaffNavigation,
  type StaffPage,
  StaffProvider,
  type StaffSettings,
} from "./staff-provider.tsx";
export { type InstantStyle, type StaffLanguage, textsOf, toStaffLanguage } from "./staff-texts.ts";
