import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Alert } from "@pay-index/core";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { createAlertWebhook } from "../src/index.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const alert: Alert = {
  ...{ kind: "gateway-unhealthy", id: "01ALERT", count: 1, since: "2026-03-01T12:00:00.000Z" },
  ...{ merchants: [{ tenant: "default", merchantId: "10002", problems: ["no-answers"] }] },
  ...{ subject: "The gateway has a problem", text: "Ünïcode" },
};

/** A receiver on a real socket. */
async function openReceiver(status: number, headers: Record<string, string> = {}) {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(status, headers).end("thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/alerts` };
}

test("a receiver verifies an alert with the public library of Standard Webhooks, and no changed one", async () => {
  const { received, url } = await openReceiver(204);
  await createAlertWebhook({ url, secret })(alert);
  const [{ body, headers } = { body: "", headers: {} }] = received;
  const verified = new Webhook(secret).verify(body, headers);
  expect(verified).toEqual({ type: "gateway-unhealthy", timestamp: expect.any(String), data: alert });
  expect(headers).toMatchObject({ "webhook-id": "01ALERT", "content-type": "application/json" });
  for (const changed of [body.replace("no-answers", "no-answer5"), `${body} `])
    expect(() => new Webhook(secret).verify(changed, headers)).toThrow();
  expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "02ALERT" })).toThrow();
});

test.each([
  ["500", 500, {}],
  ["a redirect", 302, { location: "https://elsewhere.example" }],
])("%s is a failure, so that the alert is sent again", async (_name, status, headers) => {
  const { url } = await openReceiver(status, headers);
  await expect(createAlertWebhook({ url, secret })(alert)).rejects.toThrow();
});

test.each([
  ["url", { url: "ops.shop.example", secret }],
  ["secret", { url: "https://ops.shop.example", secret: "short" }],
  ["secret", { url: "https://ops.shop.example", secret: undefined as unknown as string }],
])("a wrong %s is refused at start, without the secret in the message", (path, options) => {
  expect(() => createAlertWebhook(options)).toThrow(
    expect.objectContaining({ code: "options_invalid", problems: [expect.objectContaining({ path })] }),
  );
});
