import type { RejectedSale } from "../../control/control-api-types.ts";
import { findMerchant } from "../../merchants.ts";
import { formatDateTime } from "../../time-text.ts";
import type { InspectorDependencies, InspectorPage } from "../inspector-page.tsx";
import { FieldList, Sheet } from "../inspector-parts.tsx";
import { type PastedSigningText, readPastedSigningText } from "./read-pasted-signing-text.ts";
import { SignatureExplanation, SigningTextComparison } from "./signature-explanation.tsx";

/** The page of one rejected sale. It compares a signing text that a developer pastes, and stores nothing of it. */
export function createRejectedSalePage({ control }: InspectorDependencies): InspectorPage {
  return {
    path: "/refused/:number",
    section: "/refused",
    async show(c, posted) {
      const number = Number(c.req.param("number"));
      const refusal = (await control.refusals()).find((known) => known.number === number);
      if (!refusal) return undefined;
      const merchant = findMerchant(refusal.merchantId ?? "");
      const text = posted?.form.get("text");
      const pasted = text && merchant ? readPastedSigningText(text, merchant) : undefined;
      const content = <RejectedSalePage refusal={refusal} pasted={pasted} />;
      return { title: `Refused submission ${number}`, content };
    },
    act: (_c, action) => (action === "compare" ? "display" : undefined),
  };
}

interface RejectedSalePageProps {
  readonly refusal: RejectedSale;
  /** A pasted signing text to compare. */
  readonly pasted: PastedSigningText | undefined;
}

/** Displays one rejected sale: the fields and rules, and for a wrong signature the first difference. */
function RejectedSalePage({ refusal, pasted }: RejectedSalePageProps) {
  const { message, at, fields, signature, orderId } = refusal;
  return (
    <>
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
      <Sheet id="why" title="The reply to the shop">
        <ul>
          {message.split("; ").map((problem) => (
            <li>{problem}</li>
          ))}
        </ul>
      </Sheet>
      {signature ? (
        <>
          <Sheet id="signature" title="The signature">
            <SignatureExplanation diagnosis={signature} />
          </Sheet>
          <CompareForm refusal={refusal} pasted={pasted} />
        </>
      ) : null}
      <Sheet id="fields" title="The received fields">
        <FieldList fields={Object.entries(fields)} />
      </Sheet>
    </>
  );
}

function CompareForm({ refusal: { number, signature }, pasted }: RejectedSalePageProps) {
  const expected = signature?.expected.text ?? "";
  return (
    <Sheet id="compare" title="Compare your own text">
      <form method="post" action={`/refused/${number}/compare#compare`}>
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
          {pasted.text === expected ? <p>{describeEqualText(pasted)}</p> : null}
          <SigningTextComparison gateway={expected} shop={pasted.text} />
        </div>
      ) : null}
    </Sheet>
  );
}

function describeEqualText({ keyProblem }: PastedSigningText): string {
  return keyProblem
    ? "Before the key, the texts are the same."
    : "The texts are the same, including the key. Check how your shop computes and sends the digest (MD5 of UTF-8, upper case).";
}
