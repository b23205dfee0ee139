import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

/** Routes that run on Node's own server, and can use its request and response. */
export type App = Hono<{ Bindings: HttpBindings }>;
export type AppContext = Context<{ Bindings: HttpBindings }>;
