import {
  AttemptsScreen,
  HealthScreen,
  OverviewScreen,
  PaymentScreen,
  ReviewQueueScreen,
  textsOf,
} from "@pay-index/staff";
import { defineDashboardExtension } from "@vendure/dashboard";
import type { ComponentType } from "react";
import { historyEntryComponents } from "./history-entries.tsx";
import { OrderPayments, ReviewItemCount } from "./order-and-count.tsx";
import { useStaffTexts } from "./staff-texts.ts";
import { VendureStaff } from "./vendure-staff.tsx";

/*
 * Imports only React, @vendure/dashboard and @pay-index/staff: with strictly linked packages, the dashboard's build
 * resolves nothing else from here. Vendure translates its menu with catalogs, so `locales/` has its entries. The ids of a
 * catalog are the English texts.
 */

type PageTitles = ReturnType<typeof titlesOf>;

function titlesOf({ page, attemptList, health, overview }: ReturnType<typeof useStaffTexts>) {
  return {
    gateway: page.gateway,
    items: page.title,
    attempts: attemptList.title,
    overview: overview.title,
    health: health.title,
  };
}

function Title({ of }: Readonly<{ of: keyof PageTitles }>) {
  return <>{titlesOf(useStaffTexts())[of]}</>;
}

const requiresPermission = "ReadPayIndexPayment";

/** A page with an entry in the menu. */
function createRoute(of: Exclude<keyof PageTitles, "gateway">, Screen: ComponentType) {
  const id = `pay-index-${of}`;
  return {
    path: `/${id}`,
    component: () => (
      <VendureStaff>
        <Screen />
      </VendureStaff>
    ),
    loader: () => ({ breadcrumb: () => <Title of={of} /> }),
    navMenuItem: { sectionId: "sales", id, title: titlesOf(textsOf("en"))[of], requiresPermission },
  };
}

defineDashboardExtension({
  pageBlocks: [
    {
      id: "pay-index-payments",
      title: <Title of="gateway" />,
      location: {
        pageId: "order-detail",
        column: "main",
        position: { blockId: "payment-details", order: "after" },
      },
      component: OrderPayments,
      requiresPermission,
    },
  ],
  historyEntries: historyEntryComponents,
  toolbarItems: [
    {
      id: "pay-index-waiting",
      component: ReviewItemCount,
      position: { itemId: "alerts", order: "before" },
      requiresPermission,
    },
  ],
  routes: [
    createRoute("items", ReviewQueueScreen),
    createRoute("attempts", AttemptsScreen),
    createRoute("overview", OverviewScreen),
    createRoute("health", HealthScreen),
    {
      // The payment of an order that was deleted.
      path: "/pay-index-payments/$reference",
      component: (route) => (
        <VendureStaff>
          <PaymentScreen reference={route.useParams().reference} tenant="default" />
        </VendureStaff>
      ),
      loader: () => ({ breadcrumb: () => <Title of="gateway" /> }),
    },
  ],
});
