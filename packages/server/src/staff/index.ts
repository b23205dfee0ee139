export * from "./action-schemas.ts";
export * from "./link-schemas.ts";
export * from "./overview-schemas.ts";
export { createStaffApi, type StaffApi, type StaffApiRequest, staffRoutes } from "./staff-api.ts";
export { exportCsv } from "./staff-export.ts";
export type {
  FoundOrder,
  LinkToSend,
  NamedOrder,
  ShopRefunds,
  StaffHost,
  StaffMember,
} from "./staff-host.ts";
export { createStaffPages, type StaffPages, type StaffPagesParts } from "./staff-pages.ts";
export * from "./staff-schemas.ts";
