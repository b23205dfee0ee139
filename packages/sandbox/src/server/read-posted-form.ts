import type { AppContext } from "./app.ts";
import { readBody } from "./read-body.ts";

const maxFormBytes = 16 * 1024;

/** Returns the fields of a page's own form. A form over 16 kB counts as empty. */
export async function readPostedForm(c: AppContext): Promise<URLSearchParams> {
  const body = await readBody(c.env.incoming, maxFormBytes);
  return new URLSearchParams(body?.toString("utf8") ?? "");
}
