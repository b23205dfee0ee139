import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { SandboxError } from "../../errors.ts";
import { NotFoundPage } from "../../pages/result-pages.tsx";
import { readPostedForm } from "../../server/read-posted-form.ts";
import type { InspectorDependencies, InspectorRequestContext } from "../inspector-context.ts";
import { findNotices } from "../texts/inspector-notices.ts";
import { toSentence } from "../texts/to-sentence.ts";
import {
  DisputeWebhookAddressesPage,
  type DisputeWebhookAddressesPageProps,
} from "./dispute-webhook-addresses-page.tsx";

/** Creates the page of the dispute webhooks. */
export function createDisputeWebhookAddressRoutes({
  control,
}: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const show = async (c: InspectorRequestContext, problem?: DisputeWebhookAddressesPageProps["problem"]) => {
    const [webhooks, signs] = [await control.disputeWebhooks(), await findNotices(control)];
    const page = (
      <DisputeWebhookAddressesPage signs={signs} webhooks={webhooks} {...(problem ? { problem } : {})} />
    );
    return c.html(page, problem ? 400 : 200);
  };
  app.get("/", (c) => show(c));
  // The address of a refused form, if it is reloaded.
  app.get("/:merchant", (c) => c.redirect("/webhooks", 303));
  app.post("/:merchant", async (c) => {
    const merchant = c.req.param("merchant");
    const typed = ((await readPostedForm(c)).get("url") ?? "").trim();
    try {
      await control.setDisputeWebhook(merchant, typed === "" ? undefined : typed);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      if (error.code === "unknown_merchant") return c.html(<NotFoundPage />, 404);
      return show(c, { merchant, typed, says: toSentence(error.message.replace(/^url: /, "The address ")) });
    }
    return c.redirect("/webhooks", 303);
  });
  return app;
}
