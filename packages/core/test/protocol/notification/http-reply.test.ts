import { expect, test } from "vitest";
import {
  createNotificationRefusal,
  httpStatusByRefusalCode,
  NotificationRefusal,
  okReply,
  type RefusalCode,
  refusalReply,
} from "../../../src/protocol/notification/notification-refusal.ts";

/** From docs/reference/protocol.md, by hand. */
const words: [RefusalCode, number][] = [
  ["malformed", 400],
  ["unsigned", 401],
  ["mismatch", 401],
  ["foreign", 403],
  ["sender", 403],
  ["unknown", 404],
  ["method", 405],
  ["slow", 408],
  ["large", 413],
  ["charset", 415],
  ["limited", 429],
  ["failure", 500],
  ["later", 503],
];

test("an accepted notification is answered 200 with the plain text OK (REP-OK)", () => {
  expect(okReply().status).toBe(200);
  expect(okReply().body).toBe("OK");
  expect(okReply().headers["content-type"]).toMatch(/^text\/plain/);
});

test("the list of refusal codes is closed (REP-REFUSAL)", () => {
  expect(Object.entries(httpStatusByRefusalCode)).toEqual(words);
});

test.each(words)(
  "%s is answered with %i and its code only, and contains no OK in any case (REP-REFUSAL)",
  (word, status) => {
    const reply = refusalReply(word);
    expect(reply).toMatchObject({ status, body: word });
    expect(JSON.stringify(reply)).not.toMatch(/ok/i);
    expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
  },
);

test("every reply forbids caching", () => {
  for (const reply of [okReply(), refusalReply("later")])
    expect(reply.headers["cache-control"]).toBe("no-store");
});

test("a refusal reveals only its code, and keeps its message for the shop (REP-REFUSAL)", () => {
  const error = createNotificationRefusal("foreign", "It names another merchant.");
  expect(error).toBeInstanceOf(NotificationRefusal);
  expect(error).toMatchObject({
    name: "NotificationRefusal",
    code: "foreign",
    message: "It names another merchant.",
  });
  expect(JSON.stringify(refusalReply(error.code))).not.toContain("merchant");
});
