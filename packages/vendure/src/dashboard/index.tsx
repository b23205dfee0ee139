import { staffTexts } from "@pay-index/core/staff";
import { defineDashboardExtension } from "@vendure/dashboard";
import { historyEntries } from "./history-entries.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { ReviewItemCount } from "./review-item-count.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { StaffText } from "./staff-texts.tsx";

/*
 * Imports only React, @vendure/dashboard and core's texts: with strictly linked packages, the dashboard's build resolves
 * nothing else from here. Vendure translates its menu with catalogs, so `locales/` has one entry for it. The ids of a
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
  historyEntries,
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
      loader: () => ({ breadcrumb: () => <StaffText of="items" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-items",
        title: staffTexts.page.title,
        requiresPermission: "ReadPayIndexPayment",
      },
    },
  ],
});
