import type { SignatureMismatch } from "../../signature-diagnosis/signature-mismatch.ts";
import {
  type DifferenceParts,
  findDifference,
  type TextDifference,
} from "../../signature-diagnosis/text-difference.ts";
import { Digests, HighlightedDifference } from "../texts/highlighted-difference.tsx";

/** Explains a wrong signature: the shop's mistake, the two texts with their first difference, and the two digests. */
export function SignatureExplanation({ diagnosis }: { diagnosis: SignatureMismatch }) {
  const { expected, received, explained } = diagnosis;
  return (
    <>
      <div class="next alarm">
        <h2>What went wrong</h2>
        {explained ? (
          explained.mistakes.map(({ rule, says, advice }) => (
            <p>
              <strong>{says}</strong> {advice} <span class="quiet">({rule})</span>
            </p>
          ))
        ) : (
          <p>
            <strong>None of the usual mistakes explains this signature.</strong> A digest does not reveal its
            text. Paste the text that you sign below to see where it differs.
          </p>
        )}
      </div>
      <SigningTextComparison gateway={expected.text} {...(explained ? { shop: explained.text } : {})} />
      <h3>The two digests</h3>
      <Digests
        rows={[
          ["The gateway's", expected.sign],
          ["Yours", received || "(none)"],
        ]}
      />
    </>
  );
}

/** Displays the gateway's text and, if it is known, the shop's, with their first difference. */
export function SigningTextComparison({ gateway, shop }: { gateway: string; shop?: string }) {
  const difference = shop === undefined ? undefined : findDifference(gateway, shop);
  return (
    <>
      {difference ? <DifferencePosition difference={difference} /> : null}
      <h3>The gateway signs</h3>
      <WireText {...(difference ? { cut: difference.gateway } : { text: gateway })} />
      {shop === undefined ? null : (
        <>
          <h3>You signed</h3>
          <WireText {...(difference ? { cut: difference.shop } : { text: shop })} />
        </>
      )}
    </>
  );
}

function DifferencePosition({ difference }: { difference: TextDifference }) {
  const { at, field, gateway, shop } = difference;
  return (
    <p>
      The texts differ from character {at}
      {field ? (
        <>
          , in <code>{field}</code>
        </>
      ) : (
        ", after the last pair"
      )}
      : {shortDifference(gateway.differs)} at the gateway, {shortDifference(shop.differs)} in yours. The
      difference is marked.
    </p>
  );
}

/** Shortens a difference for a sentence. */
function shortDifference(text: string) {
  if (text === "") return "nothing";
  const points = [...text];
  return <code>{points.length > 24 ? `${points.slice(0, 24).join("")}…` : text}</code>;
}

function WireText({ text, cut }: { text?: string; cut?: DifferenceParts }) {
  return <pre class="wire">{cut ? <HighlightedDifference cut={cut} /> : text}</pre>;
}
