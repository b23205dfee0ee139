import type { RejectedSale } from "../../control/control-api-types.ts";
import { formatDateTime } from "../../time-text.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import { FieldList } from "../order/event-details.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import type { PastedSigningText } from "./read-pasted-signing-text.ts";
import { SignatureExplanation, SigningTextComparison } from "./signature-explanation.tsx";

export interface RejectedSalePageProps {
  readonly signs: readonly InspectorNotice[];
  readonly refusal: RejectedSale;
  /** A pasted signing text to compare. */
  readonly pasted?: PastedSigningText;
}

/** Displays one rejected sale: the fields and rules, and for a wrong signature the first difference. */
export function RejectedSalePage({ signs, refusal, pasted }: RejectedSalePageProps) {
  const { message, at, fields, signature, orderId } = refusal;
  return (
    <InspectorFrame title={`Refused submission ${refusal.number}`} section="/refused" signs={signs}>
      <p class="crumb">
        <a href="/refused">All refused submissions</a>
      </p>
      <h1>{signature ? "The signature does not match" : "Not accepted as a sale"}</h1>
      <p class="lead">
        {orderId ? (
          <>
            Order <bdi>{orderId}</bdi>,{" "}
          </>
        ) : null}
        {formatDateTime(Date.parse(at))} UTC. A refused submission does not use up its order ID. Correct the
        submission and send it again.
      </p>
      <section class="sheet" aria-labelledby="why">
        <h2 id="why">The reply to the shop</h2>
        <ul>
          {message.split("; ").map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </section>
      {signature ? (
        <section class="sheet" aria-labelledby="signature">
          <h2 id="signature">The signature</h2>
          <SignatureExplanation diagnosis={signature} />
        </section>
      ) : null}
      {signature ? (
        <CompareForm refusal={refusal} expected={signature.expected.text} pasted={pasted} />
      ) : null}
      <section class="sheet" aria-labelledby="fields">
        <h2 id="fields">The received fields</h2>
        <FieldList fields={Object.entries(fields)} />
      </section>
    </InspectorFrame>
  );
}

interface CompareFormProps {
  readonly refusal: RejectedSale;
  readonly expected: string;
  readonly pasted: PastedSigningText | undefined;
}

function CompareForm({ refusal, expected, pasted }: CompareFormProps) {
  return (
    <section class="sheet" id="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">Compare your own text</h2>
      <form method="post" action={`/refused/${refusal.number}/compare#compare`}>
        <label for="text">The text from which your shop computes the MD5</label>
        <textarea id="text" name="text" rows={3} required maxlength={8000} aria-describedby="text-hint" />
        <p class="hint" id="text-hint">
          Include the key. The sandbox compares it, and neither stores nor displays it.
        </p>
        <p>
          <button type="submit">Compare</button>
        </p>
      </form>
      {pasted ? (
        <div role="status">
          {pasted.keyProblem ? <p class="problem">{pasted.keyProblem}</p> : null}
          <CompareResult expected={expected} pasted={pasted} />
          <SigningTextComparison gateway={expected} shop={pasted.text} />
        </div>
      ) : null}
    </section>
  );
}

function CompareResult({ expected, pasted }: { expected: string; pasted: PastedSigningText }) {
  if (pasted.text !== expected) return null;
  return (
    <p>
      {pasted.keyProblem
        ? "Before the key, the texts are the same."
        : "The texts are the same, including the key. Check how your shop computes and sends the digest (MD5 of UTF-8, upper case)."}
    </p>
  );
}
