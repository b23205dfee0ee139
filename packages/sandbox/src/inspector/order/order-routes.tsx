import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { OfMerchant } from "../../control/desk.ts";
import { SandboxError } from "../../errors.ts";
import { NotFoundPage } from "../../pages/finished.tsx";
import { begin, type DeskContext, type InspectorParts } from "../desk-context.ts";
import { orderAddress } from "../orders/order-list.tsx";
import { deskSigns } from "../words/desk-signs.ts";
import { sentence } from "../words/sentence.ts";
import { type OrderAction, orderActions } from "./order-actions.tsx";
import { OrderPage } from "./order-page.tsx";

const together = 5;

/** One order's page, and what its buttons do. */
export function orderRoutes(parts: InspectorParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/:merchant/:orderNumber", (c) => showOrder(c, parts));
  // the address of a button that could not do what it says, when it is loaded again
  app.get("/:merchant/:orderNumber/:action", (c) => c.redirect(addressOf(c.req.param()), 303));
  app.post("/:merchant/:orderNumber/:action", async (c) => {
    const { merchant, orderNumber } = c.req.param();
    const action = orderActions.find((known) => known === c.req.param("action"));
    if (!action) return c.html(<NotFoundPage />, 404);
    try {
      await begin(act(parts, action, { merchant, orderNumber }));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return showOrder(c, parts, error);
    }
    return c.redirect(addressOf({ merchant, orderNumber }), 303);
  });
  return app;
}

interface Which {
  readonly merchant: string;
  readonly orderNumber: string;
}

function addressOf({ merchant, orderNumber }: Which): string {
  return orderAddress({ merchantId: merchant, orderNumber });
}

function act(
  { desk }: InspectorParts,
  action: OrderAction,
  { merchant, orderNumber }: Which,
): Promise<unknown> {
  const of: OfMerchant = { merchant };
  switch (action) {
    case "pay":
      return desk.settle(orderNumber, { ...of, outcome: "paid" });
    case "fail":
      return desk.settle(orderNumber, { ...of, outcome: "failed" });
    case "close":
      return desk.closeOrder(orderNumber, of);
    case "pay-again":
      return desk.payAgain(orderNumber, of);
    case "redeliver":
      return desk.notify(orderNumber, of);
    case "duplicate":
      return desk.notify(orderNumber, { ...of, copies: together, released: "together" });
  }
}

async function showOrder(c: DeskContext, parts: InspectorParts, problem?: SandboxError) {
  const { desk, buyerPage } = parts;
  const [merchant, orderNumber] = [c.req.param("merchant") ?? "", c.req.param("orderNumber") ?? ""];
  try {
    const story = await desk.story(orderNumber, { merchant });
    const page = story.state === "pending" ? buyerPage(orderNumber, merchant) : undefined;
    const said = problem ? { problem: sentence(problem.message) } : {};
    const signs = await deskSigns(desk);
    return c.html(
      <OrderPage signs={signs} story={story} {...said} {...(page ? { buyerPage: page } : {})} />,
      problem ? 409 : 200,
    );
  } catch (error) {
    if (error instanceof SandboxError && error.code === "unknown_order") return c.html(<NotFoundPage />, 404);
    throw error;
  }
}
