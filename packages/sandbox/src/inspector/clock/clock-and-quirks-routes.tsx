import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { SandboxError } from "../../errors.ts";
import { findMerchant } from "../../merchants.ts";
import { quirkProfiles } from "../../quirks/quirk.ts";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  type InspectorDependencies,
  type InspectorRequestContext,
  waitBrieflyForWork,
} from "../inspector-context.ts";
import { findNotices } from "../texts/inspector-notices.ts";
import { toSentence } from "../texts/to-sentence.ts";
import { ClockAndQuirksPage, type ClockAndQuirksPageProps } from "./clock-and-quirks-page.tsx";

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Creates the pages of the clock and the quirks. */
export function createClockAndQuirksRoutes({
  control,
}: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const show = async (
    c: InspectorRequestContext,
    problem?: NonNullable<ClockAndQuirksPageProps["problem"]>,
  ) => {
    const [clock, quirks, signs] = [
      await control.clock(),
      await control.quirks(),
      await findNotices(control),
    ];
    const said = problem ? { problem } : {};
    return c.html(
      <ClockAndQuirksPage signs={signs} clock={clock} quirks={quirks} {...said} />,
      problem ? 400 : 200,
    );
  };
  app.get("/", (c) => show(c));
  // The address of an invalid form, if it is reloaded.
  app.get("/:form", (c) => c.redirect("/clock", 303));
  app.post("/advance", async (c) => {
    const form = await readPostedForm(c);
    const seconds = readSeconds(form);
    const deliveries = form.get("deliveries") === "later" ? "later" : "in_turn";
    if (seconds === undefined) {
      return show(c, { field: "amount", says: "Write a whole number from 1 to 100000." });
    }
    try {
      await waitBrieflyForWork(control.advance({ seconds }, { deliveries }));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return show(c, { field: "amount", says: toSentence(error.message) });
    }
    return c.redirect("/clock", 303);
  });
  app.post("/freeze", async (c) => {
    await waitBrieflyForWork(control.freeze((await readPostedForm(c)).get("frozen") === "yes"));
    return c.redirect("/clock", 303);
  });
  app.post("/quirks", async (c) => {
    const form = await readPostedForm(c);
    const profile = quirkProfiles.find((known) => known === form.get("profile"));
    if (!profile) return show(c, { field: "profile", says: "Choose one of these profiles." });
    const merchant = findMerchant(form.get("merchant") ?? "");
    await control.setQuirks(profile, merchant ? { merchant: merchant.id } : {});
    return c.redirect("/clock", 303);
  });
  return app;
}

function readSeconds(form: URLSearchParams): number | undefined {
  const text = (form.get("seconds") ?? form.get("amount") ?? "").trim();
  const unit = form.has("seconds") ? 1 : units[form.get("unit") ?? ""];
  if (!/^\d{1,7}$/.test(text) || unit === undefined) return undefined;
  const amount = Number(text);
  const most = form.has("seconds") ? 1e7 : 1e5;
  return amount >= 1 && amount <= most ? amount * unit : undefined;
}
