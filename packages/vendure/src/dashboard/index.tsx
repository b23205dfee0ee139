import { defineDashboardExtension } from "@vendure/dashboard";
import { ItemQueue } from "./item-queue.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { Words } from "./words.tsx";

/*
 * Imports React and @vendure/dashboard alone: with strictly linked packages the dashboard's build finds nothing else from here.
 * Words are translated when they are shown, by the catalogs in locales/; their ids are the English words, as in Vendure's own menu.
 */
defineDashboardExtension({
  pageBlocks: [
    {
      id: "pay-index-payments",
      title: <Words id="Payment gateway" />,
      location: {
        pageId: "order-detail",
        column: "main",
        position: { blockId: "payment-details", order: "after" },
      },
      component: OrderPayments,
      requiresPermission: "ReadOrder",
    },
  ],
  routes: [
    {
      path: "/pay-index-items",
      component: ItemQueue,
      loader: () => ({ breadcrumb: () => <Words id="Payment items" /> }),
      navMenuItem: {
        sectionId: "sales",
        id: "pay-index-items",
        title: "Payment items",
        requiresPermission: "ReadOrder",
      },
    },
  ],
});
