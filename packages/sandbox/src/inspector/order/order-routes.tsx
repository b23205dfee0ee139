import type { SandboxControl } from "../../control/sandbox-control.ts";
import { SandboxError } from "../../errors.ts";
import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  answerForm,
  type InspectorApp,
  type InspectorDependencies,
  type InspectorRequestContext,
  showPage,
} from "../inspector-page.tsx";
import { orderDetailsPath } from "../orders/order-list.tsx";
import { type OrderActionName, orderActionNames } from "./order-actions.tsx";
import { OrderPage } from "./order-page.tsx";

/** Adds the page of an order, and its actions. */
export function addOrderRoutes(app: InspectorApp, parts: InspectorDependencies): void {
  const pathOf = (c: InspectorRequestContext) => {
    const [merchantId = "", orderId = ""] = [c.req.param("merchant"), c.req.param("orderId")];
    return orderDetailsPath({ merchantId, orderId });
  };
  app.get("/orders/:merchant/:orderId", (c) => showOrder(c, parts));
  // The address of a refused action, if it is reloaded.
  app.get("/orders/:merchant/:orderId/:action", (c) => c.redirect(pathOf(c), 303));
  app.post("/orders/:merchant/:orderId/:action", async (c) => {
    const { merchant, orderId } = c.req.param();
    const action = orderActionNames.find((known) => known === c.req.param("action"));
    if (!action) return c.html(<NotFoundPage />, 404);
    const amount = ((await readPostedForm(c)).get("amount") ?? "").trim();
    const work = actions[action](parts.control, orderId, {
      of: { merchant },
      ...(amount === "" ? {} : { amount }),
    });
    return answerForm(c, work, { to: pathOf(c), refused: (says) => showOrder(c, parts, says) });
  });
}

type Action = (
  control: SandboxControl,
  orderId: string,
  form: { readonly of: { readonly merchant: string }; readonly amount?: string },
) => Promise<unknown>;

const actions: Readonly<Record<OrderActionName, Action>> = {
  pay: (control, orderId, { of }) => control.resolve(orderId, { ...of, outcome: "paid" }),
  fail: (control, orderId, { of }) => control.resolve(orderId, { ...of, outcome: "failed" }),
  close: (control, orderId, { of }) => control.closeOrder(orderId, of),
  "pay-again": (control, orderId, { of }) => control.payAgain(orderId, of),
  redeliver: (control, orderId, { of }) => control.notify(orderId, of),
  duplicate: (control, orderId, { of }) =>
    control.notify(orderId, { ...of, copies: 5, released: "together" }),
  refund: (control, orderId, { of, ...amount }) => control.refund(orderId, { ...of, ...amount }),
  chargeback: (control, orderId, { of }) => control.dispute(orderId, { ...of, type: "chargeback" }),
  "ethoca-alert": (control, orderId, { of }) => control.dispute(orderId, { ...of, type: "ethoca_alert" }),
  "rdr-alert": (control, orderId, { of }) => control.dispute(orderId, { ...of, type: "rdr_alert" }),
};

async function showOrder(c: InspectorRequestContext, parts: InspectorDependencies, problem?: string) {
  const [merchant = "", orderId = ""] = [c.req.param("merchant"), c.req.param("orderId")];
  try {
    const details = await parts.control.orderDetails(orderId, { merchant });
    const buyerPage = details.state === "pending" ? parts.buyerPage(orderId, merchant) : undefined;
    return await showPage(c, parts, {
      title: `Order ${orderId}`,
      section: "/",
      content: <OrderPage details={details} buyerPage={buyerPage} problem={problem} />,
      status: problem ? 409 : 200,
    });
  } catch (error) {
    if (error instanceof SandboxError && error.code === "unknown_order") return c.html(<NotFoundPage />, 404);
    throw error;
  }
}
