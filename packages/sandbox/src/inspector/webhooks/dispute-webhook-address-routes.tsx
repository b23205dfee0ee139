import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  answerForm,
  type InspectorApp,
  type InspectorDependencies,
  type InspectorRequestContext,
  showPage,
} from "../inspector-page.tsx";
import {
  DisputeWebhookAddressesPage,
  type DisputeWebhookAddressesPageProps,
} from "./dispute-webhook-addresses-page.tsx";

/** Adds the page of the dispute webhooks. */
export function addDisputeWebhookAddressRoutes(app: InspectorApp, parts: InspectorDependencies): void {
  const { control } = parts;
  const show = async (c: InspectorRequestContext, problem?: DisputeWebhookAddressesPageProps["problem"]) =>
    showPage(c, parts, {
      title: "Dispute webhooks",
      section: "/webhooks",
      content: <DisputeWebhookAddressesPage webhooks={await control.disputeWebhooks()} problem={problem} />,
      status: problem ? 400 : 200,
    });
  app.get("/webhooks", (c) => show(c));
  // The address of a refused form, if it is reloaded.
  app.get("/webhooks/:merchant", (c) => c.redirect("/webhooks", 303));
  app.post("/webhooks/:merchant", async (c) => {
    const merchant = c.req.param("merchant");
    const typed = ((await readPostedForm(c)).get("url") ?? "").trim();
    return answerForm(c, control.setDisputeWebhook(merchant, typed === "" ? undefined : typed), {
      to: "/webhooks",
      refused: async (says, { code }) =>
        code === "unknown_merchant"
          ? c.html(<NotFoundPage />, 404)
          : show(c, { merchant, typed, says: says.replace(/^Url: /, "The address ") }),
    });
  });
}
