// How each framework serves the payments, and a bare route that reads the form, calls the store and answers. `open` and `bare` resolve to a
// listener of Node. `server` is pay-index without a framework.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createPayIndex as createOnExpress } from "@pay-index/express";
import { createPayIndex as createOnFastify } from "@pay-index/fastify";
import { createPayIndex as createOnHono } from "@pay-index/hono";
import { createPayIndex as createOnNext } from "@pay-index/next";
import { openShop } from "@pay-index/server/shop";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";

const bareRoute = "/pay/notify/:order/:token";
const nextApp = fileURLToPath(new URL("next-app/", import.meta.url));

export const frameworks = {
  server: {
    async open(options) {
      const { shop, server } = await openShop(options, { browserOf: () => ({}) });
      return { pay: shop, listener: server.listener };
    },
  },
  express: {
    async open(options) {
      const pay = await createOnExpress(options);
      return { pay, listener: express().use("/pay", pay.router) };
    },
    bare(answer) {
      const form = express.urlencoded({ extended: false });
      return express().post(bareRoute, form, async ({ params }, response) => {
        await answer(params.order);
        response.type("text").send("OK");
      });
    },
  },
  hono: {
    async open(options) {
      const pay = await createOnHono({ ...options, connInfo: getConnInfo });
      return { pay, listener: listenerOf(new Hono().all("/pay/*", pay.handler)) };
    },
    bare(answer) {
      const app = new Hono().post(bareRoute, async (context) => {
        await context.req.parseBody();
        await answer(context.req.param("order"));
        return context.text("OK");
      });
      return listenerOf(app);
    },
  },
  fastify: {
    async open(options) {
      const pay = await createOnFastify(options);
      return { pay, listener: await routingOf(Fastify().register(pay.routes, { prefix: "/pay" })) };
    },
    bare(answer) {
      const app = Fastify();
      const parse = (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body)));
      app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, parse);
      app.post(bareRoute, async ({ params }) => {
        await answer(params.order);
        return "OK";
      });
      return routingOf(app);
    },
  },
  next: {
    /** The route of the app is built. In production, it finds the payments of the same address that are open here. */
    async open(options) {
      const clientAddress = (headers) => headers.get("x-forwarded-for") ?? undefined;
      const pay = await createOnNext({ ...options, clientAddress }).open();
      return { pay, listener: await startNextApp() };
    },
    async bare(answer) {
      globalThis.answerBare = answer;
      const listener = await startNextApp();
      return (request, response) => {
        request.url = request.url.replace("/pay/notify/", "/bare/");
        listener(request, response);
      };
    },
  },
};

const listenerOf = (app) => getRequestListener(app.fetch);

async function routingOf(app) {
  await app.ready();
  return app.routing;
}

/** Builds the app for production, as `next build` does. */
export async function buildNextApp() {
  const bin = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)(process.execPath, [bin, "build"], { cwd: nextApp, env });
}

/** Starts the built app in this process, as `next start` does, without its own socket. */
export async function startNextApp() {
  const next = createRequire(import.meta.url)("next");
  const app = next({ dev: false, dir: nextApp });
  await app.prepare();
  return app.getRequestHandler();
}
