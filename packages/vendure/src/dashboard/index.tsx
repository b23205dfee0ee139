import { staffWords } from "@pay-index/core/staff";
import { defineDashboardExtension } from "@vendure/dashboard";
import { historyEntries } from "./history-entries.tsx";
import { ItemQueue } from "./item-queue.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { WaitingCount } from "./waiting-count.tsx";
import { Words } from "./words.tsx";

/*
 * Imports React, @vendure/dashboard and core's words alone: with strictly linked packages the dashboard's build finds nothing else
 * from here. Vendure translates its menu by catalogs, so locales/ have its one entry; their ids are the English words.
 */
defineDashboardExtension({
  pageBlocks: [
    {
      id: "pay-index-payments",
      title: <Words of="gateway" />,
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
      component: WaitingCount,
      position: { itemId: "alerts", order: "before" },
      requiresPermission: "ReadPayIndexPayment",
    },
  ],
  routes: [
    {
      path: "/pay-index-items",
      component: ItemQueue,
      loader: () => ({ breadcrumb: () => <Words of="items" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-items",
        title: staffWords.page.items,
        requiresPermission: "ReadPayIndexPayment",
      },
    },
  ],
});
