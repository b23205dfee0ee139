import { code, headersText, type Row, rowsOf } from "../row.ts";

/** A request of a browser that resolves or retries an item. */
interface StaffRequestRow extends Row {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: "415 json_required" | "403 cross_site";
}

export function staffRequestLine({ headers, end }: StaffRequestRow): [string, string] {
  return [headersText(headers) || "no header", `${code(end)}; nothing changes`];
}

const rows = rowsOf<StaffRequestRow>();
const type = (text: string) => ({ headers: { "content-type": text } });
const from = (headers: Record<string, string>) => ({
  headers: { "content-type": "application/json", ...headers },
});

export const staffRequestRows = [
  ...rows({
    end: "415 json_required",
    advice: "Send JSON, with the header `Content-Type: application/json`.",
  })({
    "not JSON: a form": type("application/x-www-form-urlencoded"),
    "not JSON: text": type("text/plain"),
    "not JSON: no type": { headers: {} },
  }),
  ...rows({
    end: "403 cross_site",
    advice:
      "If it is an admin of yours, list its origin in the CORS settings of the admin. Otherwise nothing: it was refused.",
  })({
    "from another site": from({ origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
    "from another site: with a hidden origin": from({ origin: "null", "sec-fetch-site": "cross-site" }),
    "from another site: by an old browser": from({ origin: "https://evil.example" }),
    "from another origin of the same site": from({
      origin: "https://blog.shop.example",
      "sec-fetch-site": "same-site",
    }),
  }),
];
