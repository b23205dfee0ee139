import type { ClockView, QuirksView } from "../../control/control-api-types.ts";
import { findMerchant, merchants } from "../../merchants.ts";
import { quirkProfiles } from "../../quirks/quirk.ts";
import { formatDateTime, formatRelativeTime } from "../../time-text.ts";
import { wordTitle } from "../../word-title.ts";
import {
  FieldProblem,
  type InspectorDependencies,
  type InspectorPage,
  type PostedForm,
  problemOf,
} from "../inspector-page.tsx";
import { Field, Refusal, Sheet } from "../inspector-parts.tsx";

const advanceSteps = [
  { seconds: 60, name: "1 minute" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 86_400, name: "1 day" },
  { seconds: 31 * 86_400, name: "31 days" },
] as const;

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** The page of the gateway's clock, and of the quirks: where the gateway differs from the specification. */
export function createClockAndQuirksPage({ control }: InspectorDependencies): InspectorPage {
  return {
    path: "/clock",
    section: "/clock",
    async show(_c, posted) {
      const [clock, quirks] = [await control.clock(), await control.quirks()];
      const content = renderPage(clock, quirks, posted);
      return { title: "Clock and quirks", content };
    },
    act(_c, action, form) {
      switch (action) {
        case "advance":
          return control.advance(
            { seconds: readSeconds(form) },
            { deliveries: form.get("deliveries") === "later" ? "later" : "in_turn" },
          );
        case "freeze":
          return control.freeze(form.get("frozen") === "yes");
        case "quirks": {
          const profile = quirkProfiles.find((known) => known === form.get("profile"));
          if (!profile) throw new FieldProblem("profile", "Choose one of these profiles");
          const merchant = findMerchant(form.get("merchant") ?? "");
          return control.setQuirks(profile, merchant ? { merchant: merchant.id } : {});
        }
        default:
          return undefined;
      }
    },
  };
}

/** Throws FieldProblem. */
function readSeconds(form: URLSearchParams): number {
  const text = (form.get("seconds") ?? form.get("amount") ?? "").trim();
  const unit = form.has("seconds") ? 1 : units[form.get("unit") ?? ""];
  const most = form.has("seconds") ? 1e7 : 1e5;
  const amount = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (unit !== undefined && amount >= 1 && amount <= most) return amount * unit;
  throw new FieldProblem("amount", "Write a whole number from 1 to 100000");
}

function renderPage(clock: ClockView, quirks: QuirksView, posted: PostedForm | undefined) {
  return (
    <>
      <h1>Clock and quirks</h1>
      <Refusal posted={posted} />
      <p class="lead">
        Retries, late outcomes and the cycles of a subscription follow this clock. It moves forward only;
        everything that becomes due on the way happens in its order.
      </p>
      <Sheet id="clock" title="The gateway's clock">
        <div id="live" data-says="" data-again="1">
          <ClockFace clock={clock} />
        </div>
        <form method="post" action="/clock/advance" class="bar" aria-label="Advance by a step">
          {advanceSteps.map(({ seconds, name }) => (
            <button type="submit" class="second" name="seconds" value={String(seconds)}>
              Advance {name}
            </button>
          ))}
        </form>
        <form method="post" action="/clock/advance" class="bar" aria-label="Advance by another time">
          <Field
            id="amount"
            label="Advance by"
            inputmode="numeric"
            required
            problem={problemOf(posted, "amount")}
          />
          <Field id="unit" label="Unit" choices={Object.keys(units).map((unit) => [unit, unit] as const)} />
          <button type="submit" class="second">
            Advance
          </button>
          <div class="choice">
            <input type="checkbox" id="later" name="deliveries" value="later" />
            <label for="later">Charge everything first, and deliver afterwards</label>
          </div>
        </form>
        <form method="post" action="/clock/freeze">
          <button type="submit" class="second" name="frozen" value={clock.frozen ? "no" : "yes"}>
            {clock.frozen ? "Let it run" : "Freeze it"}
          </button>
        </form>
      </Sheet>
      <QuirkForm quirks={quirks} problem={problemOf(posted, "profile")} />
    </>
  );
}

function ClockFace({ clock }: { clock: ClockView }) {
  const { now, frozen, nextDueAt, planned, undelivered } = clock;
  return (
    <>
      <p class="clockface">
        <time datetime={now}>{formatDateTime(Date.parse(now))}</time> UTC
      </p>
      <p>
        {frozen
          ? "The clock is frozen: the gateway repeats no notification and charges no cycle until you advance it."
          : "The clock is running."}{" "}
        {nextDueAt
          ? `${planned === 1 ? "One thing is" : `${planned} things are`} planned, the next ${formatRelativeTime(Date.parse(nextDueAt), Date.parse(now))}.`
          : "Nothing is planned."}
      </p>
      {undelivered === 0 ? null : (
        <p>
          {undelivered === 1 ? "One notification is" : `${undelivered} notifications are`} still to be
          delivered.
        </p>
      )}
    </>
  );
}

function QuirkForm({ quirks, problem }: { quirks: QuirksView; problem: string | undefined }) {
  const own = Object.entries(quirks.merchants);
  const scopes = merchants.map(({ id, variant }) => [id, `merchant ${id} (${variant})`] as const);
  return (
    <Sheet id="quirks" title="Quirks">
      <p>Real gateways deviate from the protocol in these ways. A shop should work with all of them.</p>
      {own.length === 0 ? null : (
        <ul>
          {own.map(([merchant, profile]) => (
            <li>
              Merchant {merchant} has its own profile: <strong>{wordTitle(profile)}</strong>.
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/clock/quirks">
        <fieldset>
          <legend>Profile</legend>
          {quirks.profiles.map(({ name, says }) => (
            <div class="choice">
              <input
                type="radio"
                id={`quirk-${name}`}
                name="profile"
                value={name}
                checked={name === quirks.profile}
              />
              <label for={`quirk-${name}`}>{wordTitle(name)}</label>
              <p>{says}</p>
            </div>
          ))}
        </fieldset>
        {problem ? <p class="problem">{problem}</p> : null}
        <div class="bar below">
          <Field
            id="quirk-merchant"
            name="merchant"
            label="For"
            choices={[["", "all merchants without a profile of their own"], ...scopes]}
          />
          <button type="submit">Set this profile</button>
        </div>
      </form>
    </Sheet>
  );
}
