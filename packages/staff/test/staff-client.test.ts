import { afterEach, beforeEach, expect, test } from "vitest";
import { createStaffClient, StaffApiError, type StaffClient } from "../src/staff-client.ts";
import * as answers from "./fixtures/staff-answers.ts";
import { StaffServer } from "./fixtures/staff-server.ts";

let server: StaffServer;
let client: StaffClient;
beforeEach(async () => {
  server = await StaffServer.listen();
  client = createStaffClient({ baseUrl: `${server.origin}/api` });
});
afterEach(() => server[Symbol.asyncDispose]());

test("each function reads its address, without the filters that are empty", async () => {
  expect(await client.session()).toEqual(answers.session);
  expect(await client.attempts({ group: "", q: "a & b", after: undefined, limit: 50 })).toEqual(
    answers.attempts,
  );
  expect(await client.reviewItems({ kind: "dispute", offset: 50 })).toEqual(answers.queue);
  expect(await client.health()).toEqual(answers.health);
  expect(await client.payment({ reference: "cart/ü?", tenant: "north" })).toEqual(answers.payment);
  expect(await client.payment({ orderId: "34" })).toEqual(answers.payment);
  await client.overview(30);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET session",
    "GET attempts?q=a+%26+b&limit=50",
    "GET review-items?kind=dispute&offset=50",
    "GET health",
    "GET payments/cart%2F%C3%BC%3F?tenant=north",
    "GET orders/34",
    "GET overview?days=30",
  ]);
  expect(client.exportUrl({ of: "refunds", from: "2026-11-01", to: "2026-11-30" })).toBe(
    `${server.origin}/api/export?of=refunds&from=2026-11-01&to=2026-11-30`,
  );
});

test("actions are JSON, which a form of another site cannot send", async () => {
  const refund = { attemptId: "A", amount: "1.00", reason: "Returned", requestId: "staff-1" };
  await client.resolve({ ids: ["1"], action: "dismiss", note: "Seen" });
  await client.query(["A"]);
  await client.refund(refund);
  await client.cancel("A");
  await client.createLink({ reference: "1", endsAt: "2030-01-01T00:00:00Z" });
  await client.withdrawLink({ reference: "1", linkId: "L" });
  await client.sendLink({ reference: "1", linkId: "L" });
  expect(server.requests).toEqual([
    post("review-items/resolve", { ids: ["1"], action: "dismiss", note: "Seen" }),
    post("attempts/query", { ids: ["A"] }),
    post("attempts/refund", refund),
    post("attempts/cancel", { attemptId: "A" }),
    post("links/create", { reference: "1", endsAt: "2030-01-01T00:00:00Z" }),
    post("links/withdraw", { reference: "1", linkId: "L" }),
    post("links/send", { reference: "1", linkId: "L" }),
  ]);
});

function post(path: string, body: unknown) {
  return { method: "POST", path, contentType: "application/json", body };
}

test("a refusal has its status, its code and the fields with a problem", async () => {
  const problems = [{ path: "note", message: "must not be empty" }];
  const error = { code: "resolution_invalid", message: "Reason: must not be empty", problems };
  server.answers.set("review-items/resolve", { status: 400, body: { error } });
  const refusal = await client.resolve({ ids: ["1"], action: "accept" }).catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(StaffApiError);
  expect(refusal).toMatchObject({ ...error, status: 400 });
});

test.each([
  [200, "<!doctype html><title>Sign in</title>"],
  [502, "Bad gateway"],
  [500, JSON.stringify({ message: "of the host" })],
])("an answer of somebody else than the staff API is no data (%i)", async (status, body) => {
  server.answers.set("health", { status, body });
  await expect(client.health()).rejects.toMatchObject({ status, code: "unreadable", problems: [] });
});

test("a shop that does not answer has the status 0", async () => {
  const { origin } = server;
  await server[Symbol.asyncDispose]();
  const away = createStaffClient({ baseUrl: `${origin}/api/` });
  await expect(away.session()).rejects.toMatchObject({ status: 0, code: "unreachable" });
  server = await StaffServer.listen();
});

test("a page that is left ends its request, which is no problem of the shop", async () => {
  const left = new AbortController();
  left.abort();
  await expect(client.health(left.signal)).rejects.toMatchObject({ name: "AbortError" });
});

test("the host's own fetch gets the address and sends what it adds", async () => {
  const seen: string[] = [];
  const hosted = createStaffClient({
    baseUrl: `${server.origin}/api/`,
    fetch: (url, init) => {
      seen.push(url);
      return fetch(url, { ...init, headers: { ...init.headers, "vendure-token": "north" } });
    },
  });
  await hosted.cancel("A");
  expect(seen).toEqual([`${server.origin}/api/attempts/cancel`]);
  expect(server.requests[0]?.contentType).toBe("application/json");
});
