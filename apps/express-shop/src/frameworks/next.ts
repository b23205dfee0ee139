import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createPayIndex, type RouteHandlers } from "@pay-index/next";
import type { NextRequest } from "next/server.js";
import type { PageReply, PageRoute } from "../page-route.ts";
import { formLimit } from "../site.ts";
import { askForStaffPassword } from "../staff.ts";
import type { MountShop } from "./mount.ts";

const require = createRequire(import.meta.url);
const next = require("next") as typeof import("next").default;
const dir = fileURLToPath(new URL("next-app/", import.meta.url));

type Handler = RouteHandlers["GET"];

export const mountOnNext: MountShop = async ({ staffPassword = "", optionsFor, siteFor }) => {
  await buildApp();
  const authorizationOf = ({ headers }: NextRequest) => headers.get("authorization");
  const payments = createPayIndex({
    ...optionsFor(authorizationOf),
    // Next.js writes the address of the connection there. No proxy is in front of this shop.
    clientAddress: (headers) => headers.get("x-forwarded-for") ?? undefined,
  });
  const pay = await payments.open();
  const { routes, notFound, trouble } = siteFor(pay);
  const answerBy = (handlers: RouteHandlers): Handler => {
    return (request, context) => handlers[request.method as keyof RouteHandlers](request, context);
  };
  const staff = answerBy(payments.staffHandlers);
  const handlers: Readonly<Record<"pay" | "staff" | "page", Handler>> = {
    pay: answerBy(payments.handlers),
    async staff(request, context) {
      const refused = askForStaffPassword(staffPassword, authorizationOf(request));
      return refused === undefined ? staff(request, context) : toResponse(refused);
    },
    page: async (request) =>
      toResponse(
        await answerPage(routes, request)
          .catch(trouble)
          .then((reply) => reply ?? notFound()),
      ),
  };
  Object.assign(globalThis, { payIndexSampleShop: handlers });
  const app = next({ dev: false, dir });
  await app.prepare();
  return { pay, listener: app.getRequestHandler() };
};

/** As `next build` does. */
async function buildApp(): Promise<void> {
  const bin = require.resolve("next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [bin, "build"], { cwd: dir, env });
}

async function answerPage(
  routes: readonly PageRoute[],
  request: NextRequest,
): Promise<PageReply | undefined> {
  const { method, nextUrl, headers } = request;
  for (const route of routes) {
    const found = new RegExp(`^${route.path.replace(":order", "([^/]+)")}$`).exec(nextUrl.pathname);
    if (found === null || route.method !== method) continue;
    const text = method === "POST" ? await request.text() : "";
    if (text.length > formLimit) throw Object.assign(new Error("The form is too large."), { status: 413 });
    const form = Object.fromEntries(new URLSearchParams(text));
    const query = Object.fromEntries(nextUrl.searchParams);
    return route.answer({
      order: found[1],
      query,
      form,
      accept: headers.get("accept") ?? undefined,
      request,
    });
  }
  return undefined;
}

function toResponse({ status, headers, body }: PageReply): Response {
  return new Response(body, { status, headers });
}
