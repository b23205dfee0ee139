import { text } from "node:stream/consumers";
import Koa from "koa";
import type { Recipe } from "./recipe.ts";

export const mountOnKoa: Recipe = (server, isRead) => {
  const app = new Koa();
  if (isRead)
    app.use(async (context, next) => {
      await text(context.req);
      await next();
    });
  app.use(async (context, next) => {
    if (!context.path.startsWith("/pay/")) return next();
    context.respond = false; // the routes write their own replies
    return server.listener(context.req, context.res, { ip: context.ip });
  });
  return app.callback();
};
