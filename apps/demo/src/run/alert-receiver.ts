import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Alert } from "@pay-index/core";
import { Webhook } from "standardwebhooks";
import { waitUntil } from "../buyer/wait-until.ts";

/** A webhook for the alerts of a shop. It accepts only what the library of Standard Webhooks verifies. */
export interface AlertReceiver {
  readonly url: string;
  readonly secret: string;
  /** Waits for the first alert about a review item with this code. @throws Error if none arrives in time */
  alertAbout(code: string): Promise<Alert>;
}

/** The receiver ends with the process. */
export async function openAlertReceiver(): Promise<AlertReceiver> {
  const secret = randomBytes(32).toString("base64");
  const webhook = new Webhook(secret);
  const alerts: Alert[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      alerts.push((webhook.verify(body, request.headers as Record<string, string>) as { data: Alert }).data);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const isAbout = (alert: Alert, code: string) =>
    "items" in alert && alert.items.some((item) => item.code === code);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    alertAbout: (code) =>
      waitUntil(`a verified alert about ${code}`, () => alerts.find((alert) => isAbout(alert, code))),
  };
}
