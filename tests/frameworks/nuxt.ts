import { createApp, createRouter, defineEventHandler, readRawBody, toNodeListener } from "h3";
import type { Recipe } from "./recipe.ts";

/** Nuxt serves its routes by h3, and finds them by their files. */
export const mountOnNuxt: Recipe = (server, isRead) => {
  const route = defineEventHandler(({ node }) => server.listener(node.req, node.res));
  const app = createApp();
  if (isRead)
    app.use(
      defineEventHandler(async (event) => {
        if (event.method === "POST") await readRawBody(event);
      }),
    );
  app.use(createRouter().use("/pay/**", route));
  return toNodeListener(app);
};
