import type { ClockView, QuirksView } from "../../control/control-api-types.ts";
import { merchants } from "../../merchants.ts";
import { formatDateTime, formatRelativeTime } from "../../time-text.ts";
import { Field, Sheet } from "../inspector-parts.tsx";
import { quirkProfileNames } from "../texts/quirk-profile-names.ts";

export interface ClockAndQuirksPageProps {
  readonly clock: ClockView;
  readonly quirks: QuirksView;
  /** The messages of the invalid fields. */
  readonly problems: { readonly amount?: string; readonly profile?: string };
}

const advanceSteps = [
  { seconds: 60, name: "1 minute" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 86_400, name: "1 day" },
  { seconds: 31 * 86_400, name: "31 days" },
] as const;

const units = ["seconds", "minutes", "hours", "days"].map((unit) => [unit, unit] as const);

/** Displays the gateway's clock, and the quirks: where the gateway differs from the specification. */
export function ClockAndQuirksPage({ clock, quirks, problems }: ClockAndQuirksPageProps) {
  return (
    <>
      <h1>Clock and quirks</h1>
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
          <Field id="amount" label="Advance by" inputmode="numeric" required problem={problems.amount} />
          <Field id="unit" label="Unit" choices={units} />
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
      <QuirkForm quirks={quirks} problem={problems.profile} />
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
              Merchant {merchant} has its own profile: <strong>{quirkProfileNames[profile]}</strong>.
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
              <label for={`quirk-${name}`}>{quirkProfileNames[name]}</label>
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
