import { createPayIndex } from "@pay-index/express";
import express, { type NextFunction, type Request, type Response } from "express";
import type { PageReply } from "../page-route.ts";
import { formLimit } from "../site.ts";
import { askForStaffPassword } from "../staff.ts";
import type { MountShop } from "./mount.ts";

export const mountOnExpress: MountShop = async ({ staffPassword, optionsFor, siteFor }) => {
  const authorizationOf = ({ headers }: Request) => headers.authorization;
  const pay = await createPayIndex(optionsFor(authorizationOf));
  const { routes, notFound, trouble } = siteFor(pay);
  const app = express();
  app.disable("x-powered-by");
  // Before the parser of forms: the notifications need their bodies unchanged.
  app.use("/pay", pay.router);
  if (staffPassword !== undefined) {
    const askForPassword = (request: Request, response: Response, next: NextFunction) => {
      const refused = askForStaffPassword(staffPassword, authorizationOf(request));
      if (refused === undefined) next();
      else send(response, refused);
    };
    app.use("/staff", askForPassword, pay.staff());
  }
  app.use(express.urlencoded({ extended: false, limit: formLimit }));
  for (const { method, path, answer } of routes)
    app[method === "GET" ? "get" : "post"]<{ order?: string }>(path, async (request, response) => {
      const { params, query, body: form, headers } = request;
      send(response, await answer({ order: params.order, query, form, accept: headers.accept, request }));
    });
  app.use((_request, response) => send(response, notFound()));
  // Express recognizes it by its four arguments.
  // biome-ignore lint/complexity/useMaxParams: Express tells an error handler by them
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    send(response, trouble(error)),
  );
  return { pay, listener: app };
};

function send(response: Response, { status, headers, body }: PageReply): void {
  response.status(status).set(headers).send(body);
}
