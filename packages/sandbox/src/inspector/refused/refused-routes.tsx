import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { findMerchant } from "../../merchants.ts";
import { NotFoundPage } from "../../pages/finished.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import type { DeskContext, InspectorParts } from "../desk-context.ts";
import { deskSigns } from "../words/desk-signs.ts";
import { readPastedText } from "./read-pasted-text.ts";
import { RefusalPage } from "./refusal-page.tsx";
import { RefusedPage } from "./refused-page.tsx";

/** What was no sale, and why. */
export function refusedRoutes({ desk }: InspectorParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", async (c) => {
    const [refusals, clock, signs] = [await desk.refusals(), await desk.clock(), await deskSigns(desk)];
    return c.html(<RefusedPage signs={signs} refusals={refusals} now={Date.parse(clock.now)} />);
  });
  const show = async (c: DeskContext, text?: string) => {
    const number = Number(c.req.param("number"));
    const refusal = (await desk.refusals()).find((known) => known.number === number);
    if (!refusal) return c.html(<NotFoundPage />, 404);
    const merchant = findMerchant(refusal.merchantId ?? "");
    const pasted = text && merchant ? { pasted: readPastedText(text, merchant) } : {};
    return c.html(<RefusalPage signs={await deskSigns(desk)} refusal={refusal} {...pasted} />);
  };
  app.get("/:number", (c) => show(c));
  app.get("/:number/compare", (c) => c.redirect(`/refused/${Number(c.req.param("number"))}`, 303));
  // nothing is kept of it, so there is nothing to redirect to
  app.post("/:number/compare", async (c) => show(c, (await readPostedForm(c)).get("text") ?? ""));
  return app;
}
