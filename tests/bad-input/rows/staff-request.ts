import type { StaffRequestRow } from "../row-types.ts";

const json = { "content-type": "application/json" };
const sendJson = "Send JSON, with the header `Content-Type: application/json`.";
const list =
  "If it is an admin of yours, list its origin in the CORS settings of the admin. Otherwise nothing: it was refused.";
const foreign = { ...json, origin: "https://evil.example" };

export const staffRequestRows: readonly StaffRequestRow[] = [
  {
    of: "not JSON",
    case: "a form",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    end: "415 json_required",
    advice: sendJson,
  },
  {
    of: "not JSON",
    case: "a form with files",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    end: "415 json_required",
    advice: sendJson,
  },
  {
    of: "not JSON",
    case: "text",
    headers: { "content-type": "text/plain" },
    end: "415 json_required",
    advice: sendJson,
  },
  { of: "not JSON", case: "no type", headers: {}, end: "415 json_required", advice: sendJson },
  {
    of: "from another site",
    headers: { ...foreign, "sec-fetch-site": "cross-site" },
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another site",
    case: "with a hidden origin",
    headers: { ...json, origin: "null", "sec-fetch-site": "cross-site" },
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another site",
    case: "without an origin",
    headers: { ...json, "sec-fetch-site": "cross-site" },
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another site",
    case: "by an old browser",
    headers: foreign,
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another site",
    case: "with a cookie, if CORS allows any origin",
    headers: { ...foreign, "sec-fetch-site": "cross-site", cookie: "session=1" },
    cors: "any",
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another origin of the same site",
    headers: { ...json, origin: "https://blog.shop.example", "sec-fetch-site": "same-site" },
    end: "403 cross_site",
    advice: list,
  },
  {
    of: "from another origin of the same site",
    case: "with a cookie, if CORS allows any origin",
    headers: {
      ...json,
      origin: "https://blog.shop.example",
      "sec-fetch-site": "same-site",
      cookie: "session=1",
    },
    cors: "any",
    end: "403 cross_site",
    advice: list,
  },
];
