import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { AttemptSummary, Gateway, PayIndexEvent } from "@pay-index/core";
import { PayIndexError } from "@pay-index/core";
import { expect, onTestFinished, test } from "vitest";
import type { HttpRequest } from "../src/http-types.ts";
import { NodeRequest, sendReply } from "../src/node-http.ts";
import { createStaffApi } from "../src/staff/staff-api.ts";

const attempt: AttemptSummary = {
  ...{ reference: "order-1", attemptId: "N1", tenant: "default", merchantTenant: "default" },
  ...{ variant: "hosted", state: "paid", startedAt: "2026-03-01T12:00:00.000Z", transactionIds: [] },
  ...{ amount: { minor: 1999, currency: "USD" }, chargedAmount: { minor: 1999, currency: "USD" } },
  hasOpenReviewItems: false,
};

/** A staff API on a real server, whose gateway exports these attempts. */
async function serve(exportAttempts: Gateway["exportAttempts"]) {
  const events: PayIndexEvent[] = [];
  const gateway = { exportAttempts } as Gateway;
  const api = createStaffApi({ gateway, onEvent: (event) => void events.push(event) });
  const member = { operator: { id: "u1" }, permissions: ["view" as const], tenants: ["north"] };
  let answered: Promise<void> | undefined;
  const server = createServer((incoming, response) => {
    const request = new NodeRequest(incoming as HttpRequest, { mount: "" });
    const path = new URL(request.url, "http://shop.test").pathname.slice(1);
    const identify = async () => ({ member, host: {} });
    answered = api({ request, path, identify }).then((reply) => sendReply(request, response, reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exportUrl = `${address}/export?of=payments&from=2026-03-01&to=2026-03-01`;
  return { address, exportUrl, events, answered: () => answered };
}

test("an export is a file, of the tenants that the person may see", async () => {
  const asked: unknown[] = [];
  const { address, exportUrl } = await serve(async function* (period) {
    asked.push(period.tenants);
    for (let index = 0; index < 1000; index++) yield attempt;
  });
  const response = await fetch(exportUrl);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="payments-2026-03-01-2026-03-01.csv"',
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString().trimEnd().split("\r\n")).toHaveLength(1001);
  expect(asked).toEqual([["north"]]);
  expect((await fetch(`${address}/export?of=keys&from=2026-03-01&to=2026-03-01`)).status).toBe(400);
});

test("an export that cannot begin is an error, and one that cannot go on is not a whole file", async () => {
  const away = new PayIndexError("store_unavailable", "The database is away.");
  // biome-ignore lint/correctness/useYield: it fails before its first record
  const never = await serve(async function* () {
    throw away;
  });
  const refused = await fetch(never.exportUrl);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.headers.get("content-type")).toContain("json");
  const half = await serve(async function* () {
    for (let index = 0; index < 1000; index++) yield attempt;
    throw away;
  });
  await expect(fetch(half.exportUrl).then((response) => response.text())).rejects.toThrow();
});

test("a client that goes away ends the reading, and is no failure of the shop", async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { exportUrl, events, answered } = await serve(async function* () {
    try {
      for (;;) yield attempt;
    } finally {
      end();
    }
  });
  const response = await new Promise<IncomingMessage>((resolve) => get(exportUrl, resolve));
  response.destroy();
  await ended;
  await answered();
  expect(events).toEqual([]);
});
