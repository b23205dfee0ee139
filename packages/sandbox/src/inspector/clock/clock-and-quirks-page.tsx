import type { ClockView, QuirksView } from "../../control/control-api-types.ts";
import { merchants } from "../../merchants.ts";
import { formatDateTime, formatRelativeTime } from "../../time-text.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import { quirkProfileNames } from "../texts/quirk-profile-names.ts";

export interface ClockAndQuirksPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly clock: ClockView;
  readonly quirks: QuirksView;
  /** The invalid field and its message. */
  readonly problem?: { readonly field: "amount" | "profile"; readonly says: string };
}

const advanceSteps = [
  { seconds: 60, name: "1 minute" },
  { seconds: 3600, name: "1 hour" },
  { seconds: 86_400, name: "1 day" },
  { seconds: 31 * 86_400, name: "31 days" },
] as const;

/** Displays the gateway's clock, and the quirks: where the gateway differs from the specification. */
export function ClockAndQuirksPage({ signs, clock, quirks, problem }: ClockAndQuirksPageProps) {
  return (
    <InspectorFrame title="Clock and quirks" section="/clock" signs={signs}>
      <h1>Clock and quirks</h1>
      <p class="lead">
        Retries, late outcomes and the cycles of a subscription follow this clock. It moves forward only;
        everything that becomes due on the way happens in its order.
      </p>
      <section class="sheet" aria-labelledby="clock">
        <h2 id="clock">The gateway's clock</h2>
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
        <CustomAdvanceForm {...(problem?.field === "amount" ? { problem: problem.says } : {})} />
        <form method="post" action="/clock/freeze">
          <button type="submit" class="second" name="frozen" value={clock.frozen ? "no" : "yes"}>
            {clock.frozen ? "Let it run" : "Freeze it"}
          </button>
        </form>
      </section>
      <QuirkForm quirks={quirks} {...(problem?.field === "profile" ? { problem: problem.says } : {})} />
    </InspectorFrame>
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

function CustomAdvanceForm({ problem }: { problem?: string }) {
  return (
    <form method="post" action="/clock/advance" class="bar" aria-label="Advance by another time">
      <div>
        <label for="amount">Advance by</label>
        <input
          id="amount"
          name="amount"
          inputmode="numeric"
          required
          {...(problem
            ? { "aria-invalid": "true", "aria-describedby": "amount-problem", autofocus: true }
            : {})}
        />
      </div>
      <div>
        <label for="unit">Unit</label>
        <select id="unit" name="unit">
          {["seconds", "minutes", "hours", "days"].map((unit) => (
            <option value={unit}>{unit}</option>
          ))}
        </select>
      </div>
      <button type="submit" class="second">
        Advance
      </button>
      <div class="choice">
        <input type="checkbox" id="later" name="deliveries" value="later" />
        <label for="later">Charge everything first, and deliver afterwards</label>
      </div>
      {problem ? (
        <p class="problem" id="amount-problem">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

function QuirkForm({ quirks, problem }: { quirks: QuirksView; problem?: string }) {
  const own = Object.entries(quirks.merchants);
  return (
    <section class="sheet" aria-labelledby="quirks">
      <h2 id="quirks">Quirks</h2>
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
          <div>
            <label for="quirk-merchant">For</label>
            <select id="quirk-merchant" name="merchant">
              <option value="">all merchants without a profile of their own</option>
              {merchants.map(({ id, variant }) => (
                <option value={id}>
                  merchant {id} ({variant})
                </option>
              ))}
            </select>
          </div>
          <button type="submit">Set this profile</button>
        </div>
      </form>
    </section>
  );
}
