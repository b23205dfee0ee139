import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createPayIndex } from "@pay-index/hono";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { PageReply } from "../page-route.ts";
import { formLimit } from "../site.ts";
import { askForStaffPassword } from "../staff.ts";
import type { MountShop } from "./mount.ts";

export const mountOnHono: MountShop = async ({ staffPassword, optionsFor, siteFor }) => {
  const authorizationOf = ({ req }: Context) => req.header("authorization");
  const pay = await createPayIndex({ ...optionsFor(authorizationOf), connInfo: getConnInfo });
  const { routes, notFound, trouble } = siteFor(pay);
  const app = new Hono();
  app.all("/pay/*", pay.handler);
  if (staffPassword !== undefined) {
    app.use("/staff/*", async (context, next) => {
      const refused = askForStaffPassword(staffPassword, authorizationOf(context));
      return refused === undefined ? next() : toResponse(refused);
    });
    app.all("/staff/*", pay.staff());
  }
  app.use(bodyLimit({ maxSize: formLimit, onError: () => toResponse(trouble({ status: 413 })) }));
  for (const { method, path, answer } of routes)
    app.on(method, path, async (context) => {
      const { req: request } = context;
      const form = method === "POST" ? await request.parseBody() : {};
      const accept = request.header("accept");
      const order = request.param("order");
      return toResponse(await answer({ order, query: request.query(), form, accept, request: context }));
    });
  app.notFound(() => toResponse(notFound()));
  app.onError((error) => toResponse(trouble(error)));
  const listener = getRequestListener((request, env) => app.fetch(request, env));
  return { pay, listener: (request, response) => void listener(request, response) };
};

function toResponse({ status, headers, body }: PageReply): Response {
  return new Response(body, { status, headers });
}
