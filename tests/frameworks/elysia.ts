import { Elysia } from "elysia";
import { listenerOf, type Recipe } from "./recipe.ts";

export const mountOnElysia: Recipe = (server, isRead) => {
  const app = new Elysia();
  if (isRead)
    app.onRequest(async ({ request }) => {
      await request.text();
    });
  app.all(
    "/pay/*",
    ({ request }) => server.fetch(request, { remoteAddress: app.server?.requestIP(request)?.address }),
    { parse: "none" },
  );
  return listenerOf((request) => app.fetch(request));
};
