import { createPayIndex } from "@pay-index/fastify";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import type { PageReply } from "../page-route.ts";
import { formLimit } from "../site.ts";
import { askForStaffPassword } from "../staff.ts";
import type { MountShop } from "./mount.ts";

export const mountOnFastify: MountShop = async ({ staffPassword, optionsFor, siteFor }) => {
  const authorizationOf = ({ headers }: FastifyRequest) => headers.authorization;
  const pay = await createPayIndex(optionsFor(authorizationOf));
  const { routes, notFound, trouble } = siteFor(pay);
  const app = Fastify({ bodyLimit: formLimit });
  app.register(pay.routes, { prefix: "/pay" });
  if (staffPassword !== undefined)
    app.register((staff, _options, done) => {
      staff.addHook("onRequest", async (request, reply) => {
        const refused = askForStaffPassword(staffPassword, authorizationOf(request));
        return refused && send(reply, refused);
      });
      staff.register(pay.staff(), { prefix: "/staff" });
      done();
    });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  for (const { method, path, answer } of routes)
    app.route<{ Params: { order?: string } }>({
      method,
      url: path,
      async handler(request, reply) {
        const { params, query, body: form, headers } = request;
        return send(
          reply,
          await answer({ order: params.order, query, form, accept: headers.accept, request }),
        );
      },
    });
  app.setNotFoundHandler((_request, reply) => send(reply, notFound()));
  app.setErrorHandler((error, _request, reply) => send(reply, trouble(error)));
  await app.ready();
  return { pay, listener: (request, response) => app.routing(request, response) };
};

function send(reply: FastifyReply, { status, headers, body }: PageReply): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
