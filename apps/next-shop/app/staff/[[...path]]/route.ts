import { payments } from "../../../src/pay-index.ts";

const { GET: answer, POST: post } = payments.staffHandlers;

/** Lets the browser ask for the password. */
export async function GET(...visit: Parameters<typeof answer>): Promise<Response> {
  const reply = await answer(...visit);
  if (reply.status === 401) reply.headers.set("www-authenticate", 'Basic realm="Staff"');
  return reply;
}

export const POST = post;
