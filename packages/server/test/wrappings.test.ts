import { afterEach, describe, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type TestRequest, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

type Fields = Readonly<Record<string, string>>;
type Wrapping = (fields: Fields) => { readonly after?: string; readonly sent: TestRequest };

const form = (fields: Fields) => new URLSearchParams(fields).toString();
const typed = (type: string, body: string, method = "POST"): TestRequest => ({
  method,
  headers: { "content-type": type },
  body,
});
const multipart = (fields: Fields) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join("")}--x--\r\n`;

const urlencoded = "application/x-www-form-urlencoded";

/** The same signed fields, as senders were seen to wrap them, and worse. */
const wrappings: Readonly<Record<string, Wrapping>> = {
  "GET with a query": (fields) => ({ after: `?${form(fields)}`, sent: { method: "GET" } }),
  "POST with a query and no body": (fields) => ({ after: `?${form(fields)}`, sent: { method: "POST" } }),
  PUT: (fields) => ({ sent: typed(urlencoded, form(fields), "PUT") }),
  JSON: (fields) => ({ sent: typed("application/json", JSON.stringify(fields)) }),
  "JSON with the label of a form": (fields) => ({ sent: typed(urlencoded, JSON.stringify(fields)) }),
  "a form with the label of JSON": (fields) => ({ sent: typed("application/json", form(fields)) }),
  "a form with the label of a text": (fields) => ({ sent: typed("text/plain", form(fields)) }),
  multipart: (fields) => ({ sent: typed("multipart/form-data; boundary=x", multipart(fields)) }),
  "multipart with the label of a form": (fields) => ({ sent: typed(urlencoded, multipart(fields)) }),
  "multipart without a boundary": (fields) => ({ sent: typed("multipart/form-data", multipart(fields)) }),
  "the charset gbk": (fields) => ({ sent: typed(`${urlencoded}; charset=gbk`, form(fields)) }),
  "the charset utf-16": (fields) => ({ sent: typed(`${urlencoded}; charset=utf-16`, form(fields)) }),
  "a charset that does not exist": (fields) => ({
    sent: typed(`${urlencoded}; charset=x-none`, form(fields)),
  }),
  "JSON with the charset gbk": (fields) => ({
    sent: typed("application/json; charset=gbk", JSON.stringify(fields)),
  }),
  "a sign in lower case": (fields) => ({
    sent: { body: { ...fields, sign: fields.sign?.toLowerCase() ?? "" } },
  }),
  "a slash behind the address": (fields) => ({ after: "/", sent: { body: fields } }),
  "a query behind the address": (fields) => ({ after: "?a=1&orderid=x", sent: { body: fields } }),
  "a slash and a query behind the address": (fields) => ({ after: "//?a=1", sent: { body: fields } }),
  "further fields": (fields) => ({
    sent: { body: { ...fields, msg: "a & b", "odd-name": "&=", userid: "7" } },
  }),
  "fields in another order": (fields) => ({
    sent: { body: Object.fromEntries(Object.entries(fields).toReversed()) },
  }),
};

describe.each([
  [4, "none"],
  [4, "both"],
  [5, "none"],
  [5, "both"],
  [5, "raw"],
  [5, "text"],
] as const)("on Express %i behind the parsers: %s", (release, parser) => {
  // This parser decodes the text by its label before the route gets it, or fails on the label.
  const isLost = (name: string) => parser === "text" && /utf-16|does not exist/.test(name);
  test.each(Object.entries(wrappings).filter(([name]) => !isLost(name)))(
    "a notification is taken: %s (NOT-ENCODING, NOT-CHARSET, NSIG-CASE, NSIG-FIELDS)",
    async (_, wrap) => {
      const shop = await TestShop.open({ release, parser });
      await shop.start();
      const { after = "", sent } = wrap(signFields(notificationFields(shop.gateway.lastForm)));
      const reply = await shop.send(`${shop.notifyPath}${after}`, sent);
      expect(`${reply.status} ${reply.body}`).toBe("200 OK");
      expect([await shop.state(), shop.calls]).toEqual(["paid", 1]);
    },
  );
});
