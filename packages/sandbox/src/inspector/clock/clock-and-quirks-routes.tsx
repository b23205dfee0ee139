import { findMerchant } from "../../merchants.ts";
import { quirkProfiles } from "../../quirks/quirk.ts";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  answerForm,
  type InspectorApp,
  type InspectorDependencies,
  type InspectorRequestContext,
  showPage,
} from "../inspector-page.tsx";
import { ClockAndQuirksPage, type ClockAndQuirksPageProps } from "./clock-and-quirks-page.tsx";

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Adds the page of the clock and the quirks. */
export function addClockAndQuirksRoutes(app: InspectorApp, parts: InspectorDependencies): void {
  const { control } = parts;
  const show = async (c: InspectorRequestContext, problems: ClockAndQuirksPageProps["problems"] = {}) => {
    const [clock, quirks] = [await control.clock(), await control.quirks()];
    return showPage(c, parts, {
      title: "Clock and quirks",
      section: "/clock",
      content: <ClockAndQuirksPage clock={clock} quirks={quirks} problems={problems} />,
      status: problems.amount || problems.profile ? 400 : 200,
    });
  };
  const answer = (c: InspectorRequestContext, work: Promise<unknown>) =>
    answerForm(c, work, { to: "/clock", refused: (amount) => show(c, { amount }) });
  app.get("/clock", (c) => show(c));
  // The address of an invalid form, if it is reloaded.
  app.get("/clock/:form", (c) => c.redirect("/clock", 303));
  app.post("/clock/advance", async (c) => {
    const form = await readPostedForm(c);
    const seconds = readSeconds(form);
    const deliveries = form.get("deliveries") === "later" ? "later" : "in_turn";
    if (seconds === undefined) return show(c, { amount: "Write a whole number from 1 to 100000." });
    return answer(c, control.advance({ seconds }, { deliveries }));
  });
  app.post("/clock/freeze", async (c) =>
    answer(c, control.freeze((await readPostedForm(c)).get("frozen") === "yes")),
  );
  app.post("/clock/quirks", async (c) => {
    const form = await readPostedForm(c);
    const profile = quirkProfiles.find((known) => known === form.get("profile"));
    if (!profile) return show(c, { profile: "Choose one of these profiles." });
    const merchant = findMerchant(form.get("merchant") ?? "");
    return answer(c, control.setQuirks(profile, merchant ? { merchant: merchant.id } : {}));
  });
}

function readSeconds(form: URLSearchParams): number | undefined {
  const text = (form.get("seconds") ?? form.get("amount") ?? "").trim();
  const unit = form.has("seconds") ? 1 : units[form.get("unit") ?? ""];
  if (!/^\d{1,7}$/.test(text) || unit === undefined) return undefined;
  const amount = Number(text);
  const most = form.has("seconds") ? 1e7 : 1e5;
  return amount >= 1 && amount <= most ? amount * unit : undefined;
}
