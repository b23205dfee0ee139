import { type Context, Hono } from "hono";
import { type ErrorBody, httpStatusByErrorCode, SandboxError } from "../errors.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { DeliveryWatch } from "../orders/delivery-watch.ts";
import type { App } from "../server/app.ts";
import { abortAfter } from "./abort-after.ts";
import { createEventStream } from "./event-stream.ts";
import { readJson } from "./read-json.ts";
import {
  clockRequestSchema,
  type DisputeRequest,
  type NotifyRequest,
  type OutcomeRequest,
  type PutDisputeWebhookRequest,
  type PutFaultsRequest,
  type PutQuirksRequest,
  parseControlRequest,
  type RefundRequest,
} from "./request-schemas.ts";
import type { MerchantFilter, SandboxControl } from "./sandbox-control.ts";

const maxWaitSeconds = 60;

/** Creates the control API over HTTP, under `/_sandbox`. */
export function createControlApi({ watch, events }: GatewayCore, control: SandboxControl): App {
  const app: App = new Hono();
  addOrderRoutes(app, control, watch);
  addSettingRoutes(app, control);
  app.get("/events", (c) => createEventStream(c, events));
  // This is a route because the pages have their own response for unknown addresses.
  app.all("/*", (c) => c.json({ code: "not_found", error: "no such resource" } satisfies ErrorBody, 404));
  app.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const failure: ErrorBody = { code: error.code, error: error.message };
    return c.json(failure, httpStatusByErrorCode[error.code]);
  });
  return app;
}

function addOrderRoutes(app: App, control: SandboxControl, watch: DeliveryWatch): void {
  const number = (c: Context) => c.req.param("orderId") ?? "";
  app.get("/orders", async (c) => {
    const page = { limit: readNumber(c, "limit"), before: readNumber(c, "before") };
    return c.json(await control.latestOrders(page));
  });
  app.get("/orders/:orderId", async (c) => c.json(await control.orderDetails(number(c), readMerchant(c))));
  for (const verb of ["resolve", "refund", "dispute"] as const) {
    app.post(`/orders/:orderId/${verb}`, async (c) => {
      const how = refuseMerchantInBody(await readJson<OutcomeRequest & RefundRequest & DisputeRequest>(c));
      return c.json(await control[verb](number(c), { ...how, ...readMerchant(c) }));
    });
  }
  for (const [verb, method] of [
    ["close", "closeOrder"],
    ["pay-again", "payAgain"],
  ] as const) {
    app.post(`/orders/:orderId/${verb}`, async (c) => {
      refuseUnknownProperties(await readJson(c));
      return c.json(await control[method](number(c), readMerchant(c)));
    });
  }
  app.post("/orders/:orderId/notify", async (c) => {
    const how = refuseMerchantInBody(await readJson<NotifyRequest>(c));
    return c.json({ deliveries: await control.notify(number(c), { ...how, ...readMerchant(c) }) });
  });
  app.get("/orders/:orderId/deliveries/next", async (c) => {
    const seconds = Math.min(readNumber(c, "wait") ?? 0, maxWaitSeconds);
    const after = readNumber(c, "after") ?? 0;
    // A client that disconnects ends its wait.
    const signal = AbortSignal.any([abortAfter(seconds * 1000), c.req.raw.signal]);
    const wanted = { orderId: number(c), merchantId: readMerchant(c).merchant, after };
    return c.json({ delivery: await watch.next(wanted, signal) });
  });
}

function addSettingRoutes(app: App, control: SandboxControl): void {
  app.get("/faults", async (c) => c.json({ faults: await control.faults() }));
  app.put("/faults", async (c) => {
    const { scope, faults, ...rest } = await readJson<PutFaultsRequest>(c);
    refuseUnknownProperties(rest);
    return c.json({ faults: await control.setFaults(scope, faults) });
  });
  app.delete("/faults", async (c) => c.json({ faults: await control.clearFaults() }));
  app.delete("/faults/:id", async (c) => c.json({ faults: await control.clearFaults(c.req.param("id")) }));
  app.get("/dispute-webhooks", async (c) => c.json({ webhooks: await control.disputeWebhooks() }));
  app.put("/dispute-webhooks", async (c) => {
    const { merchant, url, ...rest } = await readJson<PutDisputeWebhookRequest>(c);
    refuseUnknownProperties(rest);
    return c.json({ webhooks: await control.setDisputeWebhook(merchant, url) });
  });
  app.get("/clock", async (c) => c.json(await control.clock()));
  app.post("/clock", async (c) => {
    const wanted = parseControlRequest(clockRequestSchema, await readJson(c));
    if ("advance" in wanted) {
      const { advance, ...how } = wanted;
      return c.json(await control.advance({ seconds: advance }, how));
    }
    if ("to" in wanted) return c.json(await control.moveTo(wanted.to));
    return c.json(await control.freeze(wanted.frozen));
  });
  app.get("/quirks", async (c) => c.json(await control.quirks()));
  app.put("/quirks", async (c) => {
    const { profile, ...of } = await readJson<PutQuirksRequest>(c);
    return c.json(await control.setQuirks(profile, of));
  });
  app.get("/statement", async (c) => {
    const [from = "", to = ""] = [c.req.query("from"), c.req.query("to")];
    const csv = await control.statement({ from, to, ...readMerchant(c) });
    return c.body(csv, 200, { "content-type": "text/csv; charset=utf-8" });
  });
  app.get("/refusals", async (c) => c.json({ refusals: await control.refusals() }));
}

function refuseUnknownProperties(rest: object): void {
  const [name] = Object.keys(rest);
  if (name !== undefined) throw new SandboxError("bad_request", `${name}: there is no such part`);
}

/** The address names the merchant. A merchant in the body would be passed on to the control as its own option. */
function refuseMerchantInBody<T extends object>(body: T): T {
  if (Object.hasOwn(body, "merchant")) {
    throw new SandboxError("bad_request", "merchant: belongs in the address, as ?merchant=10001");
  }
  return body;
}

function readMerchant(c: Context): MerchantFilter {
  return { merchant: c.req.query("merchant") };
}

/** Throws SandboxError `bad_request` if the parameter is not a number. */
function readNumber(c: Context, name: string): number | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text))
    throw new SandboxError("bad_request", `${name}: must be a number`);
  return Number(text);
}
