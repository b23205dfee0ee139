import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { SandboxError } from "../errors.ts";
import { parseJson } from "../sale/json-object.ts";
import { readBody } from "../server/read-body.ts";

const maxBytes = 64 * 1024;

/**
 * Returns the JSON object of a control call. The control checks its properties. Throws SandboxError `bad_request`, also for every content
 * type that a form of a web page could send.
 */
export async function readJson<T extends object>(c: Context): Promise<Partial<T> & T> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new SandboxError("bad_request", "the content type must be application/json");
  }
  const body = await readBody((c.env as HttpBindings).incoming, maxBytes);
  if (!body) throw new SandboxError("bad_request", "the request is too large");
  const value = parseJson(body.toString("utf8"))?.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SandboxError("bad_request", "the request must be a JSON object");
  }
  return value as T;
}
