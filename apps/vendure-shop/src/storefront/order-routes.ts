import { notYoursPage } from "@pay-index-apps/demo/look/message";
import { orderPage, wordsOf } from "@pay-index-apps/demo/look/order-page";
import type { Router } from "express";
import { billOf } from "../bill.ts";
import { activeOrder, orderByCode } from "../shop-api/order.ts";
import { paymentStatus } from "../shop-api/payment.ts";
import type { Route } from "./visit.ts";

export function addOrders(router: Router, route: Route): void {
  router.get(
    "/orders/:code",
    route(async (visit) => {
      const code = visit.part("code");
      const cart = await activeOrder(visit.api);
      // Before it is placed it is the buyer's cart, and afterwards it has an address.
      const order = cart?.code === code ? cart : await orderByCode(visit.api, code);
      const status = order && (await paymentStatus(visit.api, code));
      if (order === undefined || status === undefined)
        return visit.show({ title: "Not found", content: notYoursPage(), status: 404, cart });
      const { title } = wordsOf(status);
      const content = orderPage({
        bill: billOf(order),
        name: order.code,
        firstName: order.customer?.firstName,
        standing: status,
        payable: order.active,
      });
      await visit.show({ title, content, cart });
    }),
  );
}
