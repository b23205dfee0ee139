import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { MerchantFilter } from "../../control/sandbox-control.ts";
import { SandboxError } from "../../errors.ts";
import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  type InspectorDependencies,
  type InspectorRequestContext,
  waitBrieflyForWork,
} from "../inspector-context.ts";
import { orderDetailsPath } from "../orders/order-list.tsx";
import { findNotices } from "../texts/inspector-notices.ts";
import { toSentence } from "../texts/to-sentence.ts";
import { type OrderActionName, orderActionNames } from "./order-actions.tsx";
import { OrderPage } from "./order-page.tsx";

const simultaneousCopies = 5;

/** Creates the page of an order, and its actions. */
export function createOrderRoutes(parts: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/:merchant/:orderId", (c) => showOrder(c, parts));
  // The address of a refused action, if it is reloaded.
  app.get("/:merchant/:orderId/:action", (c) => c.redirect(orderPagePath(c.req.param()), 303));
  app.post("/:merchant/:orderId/:action", async (c) => {
    const { merchant, orderId } = c.req.param();
    const action = orderActionNames.find((known) => known === c.req.param("action"));
    if (!action) return c.html(<NotFoundPage />, 404);
    const amount = ((await readPostedForm(c)).get("amount") ?? "").trim();
    try {
      await waitBrieflyForWork(runAction(parts, action, { merchant, orderId, amount }));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return showOrder(c, parts, error);
    }
    return c.redirect(orderPagePath({ merchant, orderId }), 303);
  });
  return app;
}

interface OrderPathParameters {
  readonly merchant: string;
  readonly orderId: string;
}

function orderPagePath({ merchant, orderId }: OrderPathParameters): string {
  return orderDetailsPath({ merchantId: merchant, orderId });
}

function runAction(
  { control }: InspectorDependencies,
  action: OrderActionName,
  { merchant, orderId, amount }: OrderPathParameters & { readonly amount: string },
): Promise<unknown> {
  const of: MerchantFilter = { merchant };
  switch (action) {
    case "pay":
      return control.resolve(orderId, { ...of, outcome: "paid" });
    case "fail":
      return control.resolve(orderId, { ...of, outcome: "failed" });
    case "close":
      return control.closeOrder(orderId, of);
    case "pay-again":
      return control.payAgain(orderId, of);
    case "redeliver":
      return control.notify(orderId, of);
    case "duplicate":
      return control.notify(orderId, { ...of, copies: simultaneousCopies, released: "together" });
    case "refund":
      return control.refund(orderId, { ...of, ...(amount === "" ? {} : { amount }) });
    case "chargeback":
      return control.dispute(orderId, { ...of, type: "chargeback" });
    case "ethoca-alert":
      return control.dispute(orderId, { ...of, type: "ethoca_alert" });
    case "rdr-alert":
      return control.dispute(orderId, { ...of, type: "rdr_alert" });
  }
}

async function showOrder(c: InspectorRequestContext, parts: InspectorDependencies, problem?: SandboxError) {
  const { control, buyerPage } = parts;
  const [merchant, orderId] = [c.req.param("merchant") ?? "", c.req.param("orderId") ?? ""];
  try {
    const details = await control.orderDetails(orderId, { merchant });
    const page = details.state === "pending" ? buyerPage(orderId, merchant) : undefined;
    const said = problem ? { problem: toSentence(problem.message) } : {};
    const signs = await findNotices(control);
    return c.html(
      <OrderPage signs={signs} details={details} {...said} {...(page ? { buyerPage: page } : {})} />,
      problem ? 409 : 200,
    );
  } catch (error) {
    if (error instanceof SandboxError && error.code === "unknown_order") return c.html(<NotFoundPage />, 404);
    throw error;
  }
}
