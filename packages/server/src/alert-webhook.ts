import { PayIndexError, type SendAlert } from "@pay-index/core";
import { Webhook } from "standardwebhooks";

/** Where to send alerts, and how they are signed. */
export interface AlertWebhookOptions {
  /** The address that receives alerts. */
  readonly url: string;
  /** The secret that the receiver has too: base64 text of 24 to 64 bytes, with or without the prefix `whsec_`. */
  readonly secret: string;
}

/** Seconds. The option `hookTimeout` can end the call earlier. */
const timeout = 30;

/**
 * Returns a function for the option `alerts.send` that posts each alert as JSON to a webhook, signed by the Standard Webhooks scheme. The
 * body is `{ type, timestamp, data }`: the kind of the alert, the time of the call, and the alert. The header `webhook-id` is the `id` of the
 * alert. Every answer but 2xx is a failure, so the alert is sent again.
 *
 * @throws PayIndexError `options_invalid` (the address or the secret cannot be used)
 * @example
 * alerts: { send: createAlertWebhook({ url: "https://ops.shop.example/alerts", secret: process.env.ALERT_SECRET ?? "" }) }
 */
export function createAlertWebhook({ url, secret }: AlertWebhookOptions): SendAlert {
  const webhook = createSigner(url, secret);
  return async (alert) => {
    const now = new Date();
    const body = JSON.stringify({ type: alert.kind, timestamp: now.toISOString(), data: alert });
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(timeout * 1000),
      headers: {
        "content-type": "application/json",
        "webhook-id": alert.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": webhook.sign(alert.id, now, body),
      },
      body,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The alert webhook answered HTTP ${response.status}.`);
  };
}

/** The library's own errors do not name the option. */
function createSigner(url: string, secret: string): Webhook {
  const bytes = Buffer.from(String(secret).replace(/^whsec_/, ""), "base64").length;
  const problems = [
    ...(URL.canParse(url) ? [] : [{ path: "url", message: "must be the address that receives alerts" }]),
    ...(bytes >= 24 && bytes <= 64
      ? []
      : [{ path: "secret", message: "must be base64 text of 24 to 64 bytes: openssl rand -base64 32" }]),
  ];
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "The alert webhook cannot be used.", { problems });
  return new Webhook(secret);
}
