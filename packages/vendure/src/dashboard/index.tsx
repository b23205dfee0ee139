import { englishStaffTexts } from "@pay-index/core/staff";
import { defineDashboardExtension } from "@vendure/dashboard";
import { AllAttemptsPage } from "./all-attempts-page.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { historyEntryComponents } from "./history-entries.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { ReviewItemCount } from "./review-item-count.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { StaffPageTitle, StaffText } from "./staff-texts.tsx";

/*
 * Imports only React, @vendure/dashboard and core's texts: with strictly linked packages, the dashboard's build resolves
 * nothing else from here. Vendure translates its menu with catalogs, so `locales/` has its entries. The ids of a
 * catalog are the English texts.
 */
defineDashboardExtension({
  pageBlocks: [
    {
      id: "pay-index-payments",
      title: <StaffText of="gateway" />,
      location: {
        pageId: "order-detail",
        column: "main",
        position: { blockId: "payment-details", order: "after" },
      },
      component: OrderPayments,
      requiresPermission: "ReadPayIndexPayment",
    },
  ],
  historyEntries: historyEntryComponents,
  toolbarItems: [
    {
      id: "pay-index-waiting",
      component: ReviewItemCount,
      position: { itemId: "alerts", order: "before" },
      requiresPermission: "ReadPayIndexPayment",
    },
  ],
  routes: [
    {
      path: "/pay-index-items",
      component: ReviewQueue,
      loader: () => ({ breadcrumb: () => <StaffText of="title" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-items",
        title: englishStaffTexts.page.title,
        requiresPermission: "ReadPayIndexPayment",
      },
    },
    {
      path: "/pay-index-attempts",
      component: AllAttemptsPage,
      loader: () => ({ breadcrumb: () => <StaffPageTitle of="attemptList" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-attempts",
        title: englishStaffTexts.attemptList.title,
        requiresPermission: "ReadPayIndexPayment",
      },
    },
    {
      path: "/pay-index-health",
      component: HealthPanel,
      loader: () => ({ breadcrumb: () => <StaffPageTitle of="health" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-health",
        title: englishStaffTexts.health.title,
        requiresPermission: "ReadPayIndexPayment",
      },
    },
  ],
});
