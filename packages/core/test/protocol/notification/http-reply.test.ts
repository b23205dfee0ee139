import { expect, test } from "vitest";
import {
  httpStatusByRefusalCode,
  okReply,
  type RefusalCode,
  refusalReply,
} from "../../../src/protocol/notification/notification-refusal.ts";

test("an accepted notification is answered 200 with the plain text OK (REP-OK)", () => {
  expect(okReply().status).toBe(200);
  expect(okReply().body).toBe("OK");
  expect(okReply().headers["content-type"]).toMatch(/^text\/plain/);
});

test("each refusal of the closed list has its status and its code only, and contains no OK in any case (REP-REFUSAL)", () => {
  expect(httpStatusByRefusalCode).toEqual({
    ...{ malformed: 400, unsigned: 401, mismatch: 401, foreign: 403, sender: 403, unknown: 404, method: 405 },
    ...{ slow: 408, large: 413, charset: 415, limited: 429, failure: 500, later: 503 },
  });
  for (const [word, status] of Object.entries(httpStatusByRefusalCode)) {
    const reply = refusalReply(word as RefusalCode);
    expect(reply).toMatchObject({ status, body: word });
    expect(JSON.stringify(reply)).not.toMatch(/ok/i);
    expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
  }
});

test("every reply forbids caching", () => {
  for (const reply of [okReply(), refusalReply("later")])
    expect(reply.headers["cache-control"]).toBe("no-store");
});
