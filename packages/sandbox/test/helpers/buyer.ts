import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** What a browser would do, one step at a time. */
export interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
  readonly headers: Headers;
}

export async function open(url: string): Promise<Page> {
  return readPage(await fetch(url, { redirect: "manual" }));
}

export async function submit(url: string, fields: Record<string, string> = {}): Promise<Page> {
  return readPage(
    await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) }),
  );
}

export function cardForm(number: string): Record<string, string> {
  return { number, month: "12", year: "2099", cvv: "123" };
}

async function readPage(response: Response): Promise<Page> {
  return {
    status: response.status,
    location: response.headers.get("location"),
    html: await response.text(),
    headers: response.headers,
  };
}

/** Begins a post and leaves its body open, as a slow line would; the returned function sends the rest. */
export async function submitSlowly(
  url: string,
  fields: Record<string, string>,
): Promise<() => Promise<Page>> {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": body.length,
    expect: "100-continue",
  };
  const sending = request(url, { method: "POST", headers });
  sending.flushHeaders();
  // the server has begun to read once it asks for the body
  await once(sending, "continue");
  return async () => {
    sending.end(body);
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    let html = "";
    for await (const chunk of response) html += chunk;
    const location = response.headers.location ?? null;
    return { status: response.statusCode ?? 0, location, html, headers: new Headers() };
  };
}
