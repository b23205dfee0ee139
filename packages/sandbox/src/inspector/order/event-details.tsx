import type { Child } from "hono/jsx";
import type { OrderEvent } from "../../orders/order-event.ts";
import { findNotificationSigningText } from "../../signature-diagnosis/diagnose-notification-sign.ts";
import { findDifference } from "../../signature-diagnosis/text-difference.ts";
import { formatDuration } from "../../time-text.ts";
import { FieldList } from "../inspector-parts.tsx";
import { Digests, HighlightedDifference } from "../texts/highlighted-difference.tsx";

/** The details of an event, byte by byte. */
export function EventDetails({ event, merchantId }: { event: OrderEvent; merchantId: string }) {
  switch (event.type) {
    case "submitted":
      return (
        <>
          <ExpandableDetails id={`request-${event.number}`} title="The request, field by field">
            <FieldList fields={Object.entries(event.fields)} />
            <p class="hint">
              Card fields are masked: the sandbox stores only the brand and the last four digits of a card.
            </p>
          </ExpandableDetails>
          <ExpandableDetails id={`signing-${event.number}`} title="The text that was signed">
            <Wire text={event.signingText} />
          </ExpandableDetails>
        </>
      );
    case "delivery_begun":
      return (
        <ExpandableDetails id={`notification-${event.number}`} title="The notification and its signing text">
          <SentNotification body={event.body} merchantId={merchantId} />
        </ExpandableDetails>
      );
    case "delivery_ended": {
      const { httpStatus, milliseconds } = event.delivery;
      const status = httpStatus === undefined ? "" : `HTTP ${httpStatus}. `;
      return <p class="when">{`${status}It took ${formatDuration(milliseconds)}.`}</p>;
    }
    case "sent_back":
      return (
        <ExpandableDetails id={`return-${event.number}`} title="The address">
          <Wire text={event.url} />
        </ExpandableDetails>
      );
    case "answered":
      return <Wire text={event.body} />;
    case "operation_called":
      return (
        <ExpandableDetails id={`operation-${event.number}`} title="The call and its reply">
          <FieldList fields={Object.entries(event.fields)} />
          <Wire text={event.body} />
        </ExpandableDetails>
      );
    default:
      return null;
  }
}

function SentNotification({ body, merchantId }: { body: string; merchantId: string }) {
  const { text, expected, sent } = findNotificationSigningText(body, merchantId);
  return (
    <>
      <h4>The body, as it was sent</h4>
      <Wire text={body} />
      <h4>The text that was signed</h4>
      <Wire text={text} />
      <SignComparison expected={expected} sent={sent} />
      <h4>Its fields</h4>
      <FieldList fields={[...new URLSearchParams(body)]} />
    </>
  );
}

function SignComparison({ expected, sent }: { expected: string; sent: string }) {
  const difference = findDifference(expected, sent);
  if (!difference) return <p class="hint">Its upper-case MD5 is the sign above. The key is masked.</p>;
  if (sent === "")
    return <p class="problem">A fault removed the sign. A careful shop refuses the notification.</p>;
  return (
    <>
      <p class="problem">
        The sent sign is not the sign of this text: they differ from character {difference.at}. A careful shop
        refuses the notification.
      </p>
      <Digests
        rows={[
          ["Right", <HighlightedDifference cut={difference.gateway} />],
          ["Sent", <HighlightedDifference cut={difference.shop} />],
        ]}
      />
    </>
  );
}

function Wire({ text }: { text: string }) {
  return text === "" ? null : <pre class="wire">{text}</pre>;
}

/** The id lets the script keep the details open when the page is refreshed. */
function ExpandableDetails({ id, title, children }: { id: string; title: string; children?: Child }) {
  return (
    <details id={id}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
