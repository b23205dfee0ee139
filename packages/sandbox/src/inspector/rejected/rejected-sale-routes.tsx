import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { findMerchant } from "../../merchants.ts";
import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import type { InspectorDependencies, InspectorRequestContext } from "../inspector-context.ts";
import { findNotices } from "../texts/inspector-notices.ts";
import { readPastedSigningText } from "./read-pasted-signing-text.ts";
import { RejectedSalePage } from "./rejected-sale-page.tsx";
import { RejectedSalesPage } from "./rejected-sales-page.tsx";

/** Creates the pages of the rejected sales. */
export function createRejectedSaleRoutes({
  control,
}: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", async (c) => {
    const [refusals, clock, signs] = [
      await control.refusals(),
      await control.clock(),
      await findNotices(control),
    ];
    return c.html(<RejectedSalesPage signs={signs} refusals={refusals} now={Date.parse(clock.now)} />);
  });
  const show = async (c: InspectorRequestContext, text?: string) => {
    const number = Number(c.req.param("number"));
    const refusal = (await control.refusals()).find((known) => known.number === number);
    if (!refusal) return c.html(<NotFoundPage />, 404);
    const merchant = findMerchant(refusal.merchantId ?? "");
    const pasted = text && merchant ? { pasted: readPastedSigningText(text, merchant) } : {};
    return c.html(<RejectedSalePage signs={await findNotices(control)} refusal={refusal} {...pasted} />);
  };
  app.get("/:number", (c) => show(c));
  app.get("/:number/compare", (c) => c.redirect(`/refused/${Number(c.req.param("number"))}`, 303));
  // Responds directly, because nothing of the text is stored.
  app.post("/:number/compare", async (c) => show(c, (await readPostedForm(c)).get("text") ?? ""));
  return app;
}
