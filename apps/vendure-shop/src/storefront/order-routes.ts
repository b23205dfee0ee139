import { orderNotAccessiblePage } from "@pay-index-apps/demo/pages/message-pages";
import { findStateTexts, orderPage } from "@pay-index-apps/demo/pages/order-page";
import type { Router } from "express";
import { toOrderSummary } from "../order-summary.ts";
import { findActiveOrder, findOrderByCode } from "../shop-api/order.ts";
import { findPaymentStatus } from "../shop-api/payment.ts";
import type { RouteFactory } from "./buyer-request.ts";

export function addOrderRoutes(router: Router, route: RouteFactory): void {
  router.get(
    "/orders/:code",
    route(async (visit) => {
      const code = visit.part("code");
      const cart = await findActiveOrder(visit.api);
      // Before it is placed, the order is the buyer's cart. Afterwards it has its own address.
      const order = cart?.code === code ? cart : await findOrderByCode(visit.api, code);
      const status = order && (await findPaymentStatus(visit.api, code));
      if (order === undefined || status === undefined)
        return visit.show({ title: "Not found", content: orderNotAccessiblePage(), status: 404, cart });
      const { title } = findStateTexts(status);
      const content = orderPage({
        bill: toOrderSummary(order),
        name: order.code,
        firstName: order.customer?.firstName,
        standing: status,
        payable: order.active,
      });
      await visit.show({ title, content, cart });
    }),
  );
}
