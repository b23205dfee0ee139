import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { DeliveryWatch } from "../book/delivery-watch.ts";
import { SandboxError } from "../errors.ts";
import type { EventHub } from "../events/event-hub.ts";
import { abortAfter } from "./abort-after.ts";
import type {
  ClockRequest,
  Failure,
  NotifyRequest,
  PutFaults,
  PutQuirks,
  SettleRequest,
} from "./contract.ts";
import type { Desk } from "./desk.ts";
import { eventStream } from "./event-stream.ts";
import { httpStatusOf } from "./http-status.ts";
import { readJson } from "./read-json.ts";
import { clockSchema, readRequest } from "./requests.ts";

const longestWait = 60;

type App = Hono<{ Bindings: HttpBindings }>;

export interface ControlParts {
  readonly desk: Desk;
  readonly watch: DeliveryWatch;
  readonly events: EventHub;
}

/** The desk over HTTP, under `/_sandbox`. */
export function controlApi({ desk, watch, events }: ControlParts): App {
  const app: App = new Hono();
  addOrders(app, desk, watch);
  addSettings(app, desk);
  app.get("/events", (c) => eventStream(c, events));
  // a route, because the pages have an answer of their own for what is not found
  app.all("/*", (c) => c.json({ code: "not_found", error: "no such resource" } satisfies Failure, 404));
  app.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const failure: Failure = { code: error.code, error: error.message };
    return c.json(failure, httpStatusOf(error.code));
  });
  return app;
}

function addOrders(app: App, desk: Desk, watch: DeliveryWatch): void {
  const number = (c: Context) => c.req.param("orderNumber") ?? "";
  app.get("/orders", async (c) => {
    const page = { limit: numberIn(c, "limit"), before: numberIn(c, "before") };
    return c.json(await desk.latestOrders(given(page)));
  });
  app.get("/orders/:orderNumber", async (c) => c.json(await desk.story(number(c), merchantIn(c))));
  app.post("/orders/:orderNumber/settle", async (c) => {
    const how = withoutMerchant(await readJson<SettleRequest>(c));
    return c.json(await desk.settle(number(c), { ...how, ...merchantIn(c) }));
  });
  app.post("/orders/:orderNumber/close", async (c) => {
    refuseRest(await readJson(c));
    return c.json(await desk.closeOrder(number(c), merchantIn(c)));
  });
  app.post("/orders/:orderNumber/pay-again", async (c) => {
    refuseRest(await readJson(c));
    return c.json(await desk.payAgain(number(c), merchantIn(c)));
  });
  app.post("/orders/:orderNumber/notify", async (c) => {
    const how = withoutMerchant(await readJson<NotifyRequest>(c));
    return c.json({ deliveries: await desk.notify(number(c), { ...how, ...merchantIn(c) }) });
  });
  app.get("/orders/:orderNumber/deliveries/next", async (c) => {
    const seconds = Math.min(numberIn(c, "wait") ?? 0, longestWait);
    const after = numberIn(c, "after") ?? 0;
    // a client that goes away ends its wait
    const signal = AbortSignal.any([abortAfter(seconds * 1000), c.req.raw.signal]);
    const wanted = { orderNumber: number(c), merchantId: merchantIn(c).merchant, after };
    return c.json({ delivery: await watch.next(wanted, signal) });
  });
}

function addSettings(app: App, desk: Desk): void {
  app.get("/faults", async (c) => c.json({ faults: await desk.faults() }));
  app.put("/faults", async (c) => {
    const { scope, faults, ...rest } = await readJson<PutFaults>(c);
    refuseRest(rest);
    return c.json({ faults: await desk.setFaults(scope, faults) });
  });
  app.delete("/faults", async (c) => c.json({ faults: await desk.clearFaults() }));
  app.delete("/faults/:id", async (c) => c.json({ faults: await desk.clearFaults(c.req.param("id")) }));
  app.get("/clock", async (c) => c.json(await desk.clock()));
  app.post("/clock", async (c) => {
    const wanted: ClockRequest = readRequest(clockSchema, await readJson(c));
    if ("advance" in wanted) {
      const { advance, ...how } = wanted;
      return c.json(await desk.advance({ seconds: advance }, how));
    }
    if ("to" in wanted) return c.json(await desk.moveTo(wanted.to));
    return c.json(await desk.freeze(wanted.frozen));
  });
  app.get("/quirks", async (c) => c.json(await desk.quirks()));
  app.put("/quirks", async (c) => {
    const { profile, ...of } = await readJson<PutQuirks>(c);
    return c.json(await desk.setQuirks(profile, of));
  });
  app.get("/refusals", async (c) => c.json({ refusals: await desk.refusals() }));
}

function refuseRest(rest: object): void {
  const [name] = Object.keys(rest);
  if (name !== undefined) throw new SandboxError("bad_request", `${name}: there is no such part`);
}

/** It is named in the address: in the body it would be taken for that of the desk in code. */
function withoutMerchant<T extends object>(body: T): T {
  if (Object.hasOwn(body, "merchant")) {
    throw new SandboxError("bad_request", "merchant: belongs in the address, as ?merchant=10001");
  }
  return body;
}

function merchantIn(c: Context): { merchant?: string } {
  const merchant = c.req.query("merchant");
  return merchant === undefined ? {} : { merchant };
}

/** Throws SandboxError `bad_request` for what is no number. */
function numberIn(c: Context, name: string): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text))
    throw new SandboxError("bad_request", `${name}: must be a number`);
  return Number(text);
}

function given<T extends Record<string, number | undefined>>(parts: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: number;
  };
}
