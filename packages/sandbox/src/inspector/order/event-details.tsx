import type { OrderEvent } from "../../book/timeline.ts";
import { differenceOf } from "../../signature-diagnosis/text-difference.ts";
import { spokenLength } from "../../spoken-time.ts";
import { Marked } from "../words/marked.tsx";
import { notificationText } from "./notification-text.ts";

/** What is behind an event, for whoever wants to see it byte by byte. */
export function EventDetails({ event, merchantId }: { event: OrderEvent; merchantId: string }) {
  switch (event.type) {
    case "submitted":
      return (
        <>
          <Details id={`request-${event.number}`} title="The request, field by field">
            <Fields fields={Object.entries(event.fields)} />
            <p class="hint">
              Card fields are masked: nothing of a card but its brand and last four digits is kept.
            </p>
          </Details>
          <Details id={`signing-${event.number}`} title="The text that was signed">
            <pre class="wire">{event.signingText}</pre>
          </Details>
        </>
      );
    case "delivery_begun":
      return <SentNotification event={event} merchantId={merchantId} />;
    case "delivery_ended":
      return <Reply event={event} />;
    case "sent_back":
      return (
        <Details id={`return-${event.number}`} title="The address">
          <pre class="wire">{event.url}</pre>
        </Details>
      );
    case "answered":
      return event.body === "" ? null : <pre class="wire">{event.body}</pre>;
    case "page":
    case "settled":
    case "retry_planned":
    case "gave_up":
    case "fault_applied":
    case "cycle_planned":
    case "subscription_closed":
      return null;
  }
}

function SentNotification(props: {
  event: Extract<OrderEvent, { type: "delivery_begun" }>;
  merchantId: string;
}) {
  const { event, merchantId } = props;
  const { text, expected, sent } = notificationText(event.body, merchantId);
  return (
    <Details id={`notification-${event.number}`} title="The notification and its signing text">
      <h4>The body, as it was sent</h4>
      <pre class="wire">{event.body}</pre>
      <h4>The text that was signed</h4>
      <pre class="wire">{text}</pre>
      <SignVerdict expected={expected} sent={sent} />
      <h4>Its fields</h4>
      <Fields fields={[...new URLSearchParams(event.body)]} />
    </Details>
  );
}

function SignVerdict({ expected, sent }: { expected: string; sent: string }) {
  if (expected === sent) return <p class="hint">Its upper-case MD5 is the sign above. The key is masked.</p>;
  if (sent === "")
    return <p class="problem">A fault took the sign away: a careful shop refuses the notification.</p>;
  const difference = differenceOf(expected, sent);
  return (
    <>
      <p class="problem">
        The sign that was sent is not that of this text
        {difference ? `: they part at character ${difference.at}` : ""}. A careful shop refuses the
        notification.
      </p>
      <dl class="digests">
        <dt>Right</dt>
        <dd>
          <code class="wire">{difference ? <Marked cut={difference.gateway} /> : expected}</code>
        </dd>
        <dt>Sent</dt>
        <dd>
          <code class="wire">{difference ? <Marked cut={difference.shop} /> : sent}</code>
        </dd>
      </dl>
    </>
  );
}

function Reply({ event }: { event: Extract<OrderEvent, { type: "delivery_ended" }> }) {
  const { delivery } = event;
  return (
    <p class="when">
      {delivery.httpStatus === undefined ? "" : `HTTP ${delivery.httpStatus}. `}It took{" "}
      {spokenLength(delivery.milliseconds)}.
    </p>
  );
}

/** The id lets the desk's script keep it open when the page is refreshed. */
function Details({ id, title, children }: { id: string; title: string; children?: unknown }) {
  return (
    <details id={id}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

export function Fields({ fields }: { fields: readonly (readonly [string, string])[] }) {
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
