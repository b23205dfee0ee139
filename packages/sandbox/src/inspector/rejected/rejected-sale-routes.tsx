import { findMerchant } from "../../merchants.ts";
import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  type InspectorApp,
  type InspectorDependencies,
  type InspectorRequestContext,
  showPage,
} from "../inspector-page.tsx";
import { readPastedSigningText } from "./read-pasted-signing-text.ts";
import { RejectedSalePage } from "./rejected-sale-page.tsx";
import { RejectedSalesPage } from "./rejected-sales-page.tsx";

/** Adds the pages of the rejected sales. */
export function addRejectedSaleRoutes(app: InspectorApp, parts: InspectorDependencies): void {
  const { control } = parts;
  app.get("/refused", async (c) => {
    const [refusals, clock] = [await control.refusals(), await control.clock()];
    const content = <RejectedSalesPage refusals={refusals} now={Date.parse(clock.now)} />;
    return showPage(c, parts, { title: "Refused submissions", section: "/refused", content });
  });
  const show = async (c: InspectorRequestContext, text?: string) => {
    const number = Number(c.req.param("number"));
    const refusal = (await control.refusals()).find((known) => known.number === number);
    if (!refusal) return c.html(<NotFoundPage />, 404);
    const merchant = findMerchant(refusal.merchantId ?? "");
    const pasted = text && merchant ? readPastedSigningText(text, merchant) : undefined;
    const content = <RejectedSalePage refusal={refusal} pasted={pasted} />;
    return showPage(c, parts, { title: `Refused submission ${number}`, section: "/refused", content });
  };
  app.get("/refused/:number", (c) => show(c));
  app.get("/refused/:number/compare", (c) => c.redirect(`/refused/${Number(c.req.param("number"))}`, 303));
  // Responds directly, because nothing of the text is stored.
  app.post("/refused/:number/compare", async (c) => show(c, (await readPostedForm(c)).get("text") ?? ""));
}
