import { z } from "zod";

const form = z.object({ orderid: z.string() });

export async function POST(request) {
  const read = form.safeParse(Object.fromEntries(new URLSearchParams(await request.text())));
  return new Response("unknown", { status: read.success ? 200 : 404 });
}
