import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { readBody } from "./read-body.ts";

const maxFormBytes = 16 * 1024;

/** What a page's own form posted. It is never longer than 16 kB; what is, counts as nothing filled in. */
export async function readPostedForm(c: Context<{ Bindings: HttpBindings }>): Promise<URLSearchParams> {
  const body = await readBody(c.env.incoming, maxFormBytes);
  return new URLSearchParams(body?.toString("utf8") ?? "");
}
