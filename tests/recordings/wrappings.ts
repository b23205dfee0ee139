import { type WrappedMessage, type Wrapping, wrapMessage } from "./recording.ts";

type Fields = Readonly<Record<string, string>>;

const form = "application/x-www-form-urlencoded";

/** How gateways wrap the same signed fields, and worse. */
const wrappings: Readonly<Record<string, Wrapping>> = {
  "GET with a query": { encoding: "query", method: "GET" },
  "POST with a query and no body": { encoding: "query" },
  PUT: { method: "PUT" },
  JSON: { encoding: "json" },
  "JSON with the label of a form": { encoding: "json", contentType: form },
  "a form with the label of JSON": { contentType: "application/json" },
  "a form with the label of a text": { contentType: "text/plain" },
  multipart: { encoding: "multipart" },
  "multipart with the label of a form": { encoding: "multipart", contentType: form },
  "multipart without a boundary": { encoding: "multipart", contentType: "multipart/form-data" },
  "the charset gbk": { contentType: `${form}; charset=gbk` },
  "the charset utf-16": { contentType: `${form}; charset=utf-16` },
  "a charset that does not exist": { contentType: `${form}; charset=x-none` },
  "JSON with the charset gbk": { encoding: "json", contentType: "application/json; charset=gbk" },
  "a slash behind the address": { behindAddress: "/" },
  "a query behind the address": { behindAddress: "?a=1&orderid=x" },
  "a slash and a query behind the address": { behindAddress: "//?a=1" },
};

/** Changes of the fields that no sign forbids. */
const changes: Readonly<Record<string, (fields: Fields) => Fields>> = {
  "a sign in lower case": (fields) => ({ ...fields, sign: fields.sign?.toLowerCase() ?? "" }),
  "further fields": (fields) => ({ ...fields, msg: "a & b", "odd-name": "&=", userid: "7" }),
  "fields in another order": (fields) => Object.fromEntries(Object.entries(fields).toReversed()),
};

/** Returns each wrapping of a signed message, by what is odd about it. A shop must take all of them (NOT-ENCODING, NOT-CHARSET). */
export const allWrappings: readonly (readonly [name: string, wrap: (fields: Fields) => WrappedMessage])[] = [
  ...Object.entries(wrappings).map(
    ([name, wrapping]) => [name, (fields: Fields) => wrapMessage(fields, wrapping)] as const,
  ),
  ...Object.entries(changes).map(
    ([name, change]) => [name, (fields: Fields) => wrapMessage(change(fields))] as const,
  ),
];
