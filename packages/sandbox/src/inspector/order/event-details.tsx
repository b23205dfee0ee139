import type { OrderEvent } from "../../orders/order-event.ts";
import { findNotificationSigningText } from "../../signature-diagnosis/notification-signing-text.ts";
import { findDifference } from "../../signature-diagnosis/text-difference.ts";
import { formatDuration } from "../../time-text.ts";
import { HighlightedDifference } from "../texts/highlighted-difference.tsx";

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
            <pre class="wire">{event.signingText}</pre>
          </ExpandableDetails>
        </>
      );
    case "delivery_begun":
      return <SentNotification event={event} merchantId={merchantId} />;
    case "delivery_ended":
      return <DeliveryDuration event={event} />;
    case "sent_back":
      return (
        <ExpandableDetails id={`return-${event.number}`} title="The address">
          <pre class="wire">{event.url}</pre>
        </ExpandableDetails>
      );
    case "answered":
      return event.body === "" ? null : <pre class="wire">{event.body}</pre>;
    case "operation_called":
      return (
        <ExpandableDetails id={`operation-${event.number}`} title="The call and its reply">
          <FieldList fields={Object.entries(event.fields)} />
          {event.body === "" ? null : <pre class="wire">{event.body}</pre>}
        </ExpandableDetails>
      );
    case "warning":
    case "leniency":
    case "page":
    case "decided":
    case "charge_declined":
    case "retry_planned":
    case "gave_up":
    case "fault_applied":
    case "cycle_planned":
    case "refund_requested":
    case "refund_ended":
    case "dispute_reported":
    case "subscription_closed":
      return null;
  }
}

function SentNotification(props: {
  event: Extract<OrderEvent, { type: "delivery_begun" }>;
  merchantId: string;
}) {
  const { event, merchantId } = props;
  const { text, expected, sent } = findNotificationSigningText(event.body, merchantId);
  return (
    <ExpandableDetails id={`notification-${event.number}`} title="The notification and its signing text">
      <h4>The body, as it was sent</h4>
      <pre class="wire">{event.body}</pre>
      <h4>The text that was signed</h4>
      <pre class="wire">{text}</pre>
      <SignComparison expected={expected} sent={sent} />
      <h4>Its fields</h4>
      <FieldList fields={[...new URLSearchParams(event.body)]} />
    </ExpandableDetails>
  );
}

function SignComparison({ expected, sent }: { expected: string; sent: string }) {
  if (expected === sent) return <p class="hint">Its upper-case MD5 is the sign above. The key is masked.</p>;
  if (sent === "")
    return <p class="problem">A fault removed the sign. A careful shop refuses the notification.</p>;
  const difference = findDifference(expected, sent);
  return (
    <>
      <p class="problem">
        The sent sign is not the sign of this text
        {difference ? `: they differ from character ${difference.at}` : ""}. A careful shop refuses the
        notification.
      </p>
      <dl class="digests">
        <dt>Right</dt>
        <dd>
          <code class="wire">
            {difference ? <HighlightedDifference cut={difference.gateway} /> : expected}
          </code>
        </dd>
        <dt>Sent</dt>
        <dd>
          <code class="wire">{difference ? <HighlightedDifference cut={difference.shop} /> : sent}</code>
        </dd>
      </dl>
    </>
  );
}

function DeliveryDuration({ event }: { event: Extract<OrderEvent, { type: "delivery_ended" }> }) {
  const { delivery } = event;
  return (
    <p class="when">
      {delivery.httpStatus === undefined ? "" : `HTTP ${delivery.httpStatus}. `}It took{" "}
      {formatDuration(delivery.milliseconds)}.
    </p>
  );
}

/** The id lets the script keep the details open when the page is refreshed. */
function ExpandableDetails({ id, title, children }: { id: string; title: string; children?: unknown }) {
  return (
    <details id={id}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function FieldList({ fields }: { fields: readonly (readonly [string, string])[] }) {
  return (
    <dl class="facts fields">
      {fields.map(([name, value]) => (
        <>
          <dt>
            <code>{name}</code>
          </dt>
          <dd dir="auto">{value === "" ? <span class="quiet">empty</span> : value}</dd>
        </>
      ))}
    </dl>
  );
}
