import type { Refusal } from "../../control/contract.ts";
import { dayAndTime } from "../../spoken-time.ts";
import { DeskFrame } from "../desk-frame.tsx";
import { Fields } from "../order/event-details.tsx";
import type { DeskSign } from "../words/desk-signs.ts";
import type { PastedText } from "./read-pasted-text.ts";
import { SignExplained, Texts } from "./sign-explained.tsx";

export interface RefusalPageProps {
  readonly signs: readonly DeskSign[];
  readonly refusal: Refusal;
  /** A signing text that a developer pasted to compare. */
  readonly pasted?: PastedText;
}

/** One refused submission: each field and rule, and for a wrong signature the place where it differs. */
export function RefusalPage({ signs, refusal, pasted }: RefusalPageProps) {
  const { message, at, fields, signature, orderNumber } = refusal;
  return (
    <DeskFrame title={`Refused submission ${refusal.number}`} room="/refused" signs={signs}>
      <p class="crumb">
        <a href="/refused">All refused submissions</a>
      </p>
      <h1>{signature ? "The signature does not match" : "Not taken as a sale"}</h1>
      <p class="lead">
        {orderNumber ? (
          <>
            Order <bdi>{orderNumber}</bdi>,{" "}
          </>
        ) : null}
        {dayAndTime(Date.parse(at))} UTC. A refused submission does not spend its order number: mend it and
        send it again.
      </p>
      <section class="sheet" aria-labelledby="why">
        <h2 id="why">What the shop was told</h2>
        <ul>
          {message.split("; ").map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </section>
      {signature ? (
        <section class="sheet" aria-labelledby="signature">
          <h2 id="signature">The signature</h2>
          <SignExplained diagnosis={signature} />
        </section>
      ) : null}
      {signature ? <Compare refusal={refusal} expected={signature.expected.text} pasted={pasted} /> : null}
      <section class="sheet" aria-labelledby="fields">
        <h2 id="fields">What came, field by field</h2>
        <Fields fields={Object.entries(fields)} />
      </section>
    </DeskFrame>
  );
}

interface CompareProps {
  readonly refusal: Refusal;
  readonly expected: string;
  readonly pasted: PastedText | undefined;
}

function Compare({ refusal, expected, pasted }: CompareProps) {
  return (
    <section class="sheet" id="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">Compare your own text</h2>
      <form method="post" action={`/refused/${refusal.number}/compare#compare`}>
        <label for="text">The text that your shop takes the MD5 of</label>
        <textarea id="text" name="text" rows={3} required maxlength={8000} aria-describedby="text-hint" />
        <p class="hint" id="text-hint">
          Key included: it is compared, and neither kept nor shown.
        </p>
        <p>
          <button type="submit">Compare</button>
        </p>
      </form>
      {pasted ? (
        <div role="status">
          {pasted.keyProblem ? <p class="problem">{pasted.keyProblem}</p> : null}
          <PastedVerdict expected={expected} pasted={pasted} />
          <Texts gateway={expected} shop={pasted.text} />
        </div>
      ) : null}
    </section>
  );
}

function PastedVerdict({ expected, pasted }: { expected: string; pasted: PastedText }) {
  if (pasted.text !== expected) return null;
  return (
    <p>
      {pasted.keyProblem
        ? "Before the key, the texts are the same."
        : "The texts are the same, key included: look at how the digest is made and sent (MD5 of UTF-8, upper case)."}
    </p>
  );
}
