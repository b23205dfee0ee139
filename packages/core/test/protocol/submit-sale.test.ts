import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Platform } from "../../src/platform.ts";
import type { FormField } from "../../src/protocol/signature/request-sign.ts";
import { type SaleOutcome, saleUrl, submitSale } from "../../src/protocol/submit-sale.ts";

const form: FormField[] = [
  ["pay_memberid", "10002"],
  ["pay_firstname", "Zoë 李 😀"],
  ["pay_useragent", "a&b=c+d%20e;f"],
  ["pay_productname", '[{"productName":"Tea","price":"1.00","quantity":"1"}]'],
];

/** Real clock and network. */
const platform: Platform = {
  now: () => new Date(),
  randomBytes: (size) => new Uint8Array(size),
  fetch: (...request) => fetch(...request),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(open.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

/** A gateway that answers so, and what it heard. */
async function gatewayThat(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const heard: (Pick<IncomingMessage, "method" | "url" | "headers"> & { readonly body: string })[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    heard.push({ method, url, headers, body });
    answer(response, request);
  });
  open.push(server);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const json = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
};
const send = (gateway: string, timeout = 5000, on = platform) =>
  submitSale(on, { gateway, form, sent, timeout });
const sent = { notifyToken: "N".repeat(26), returnToken: "R".repeat(26) };
const unknown = (reason: string, httpStatus?: number) => ({
  ...{ outcome: "unknown", reason, ...(httpStatus !== undefined && { httpStatus }) },
});

test("the form is sent field by field in one POST to /pay_index (REQ-URL, REQ-ENCODING, REQ-FORM)", async () => {
  const { gateway, heard } = await gatewayThat(json(200, '{"status":1,"url":"https://gateway.example/7"}'));
  expect(await send(gateway)).toEqual({ outcome: "redirect", url: "https://gateway.example/7" });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ method: "POST", url: "/pay_index" });
  expect(heard[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect([...new URLSearchParams(heard[0]?.body)]).toEqual(form);
  expect(heard[0]?.body).toMatch(/^[\x21-\x7E]+$/);
  expect(heard[0]?.headers).not.toHaveProperty("authorization");
});

test.each([
  ["https://gateway.example", "https://gateway.example/pay_index"],
  ["https://gateway.example/", "https://gateway.example/pay_index"],
  ["https://gateway.example/base//", "https://gateway.example/base/pay_index"],
])("a gateway at %s gets the sale at %s (REQ-URL)", (gateway, url) => {
  expect(saleUrl(gateway)).toBe(url);
});

const ok = '{"status":0,"msg":"yes"}';
const declined = '{"status":2,"msg":"no"}';
const html = (response: ServerResponse) => response.setHeader("content-type", "text/html").end(declined);
const gbk = Buffer.from('{"status":2,"msg":"\xc4\xe3"}', "latin1");
const rejected = {
  outcome: "rejected",
  duplicate: false,
  unclear: true,
  text: "x",
  httpStatus: 200,
} as const;
const no = (text = "no") => ({ outcome: "declined", text }) as const;

const answers: [string, (response: ServerResponse) => void, SaleOutcome | ReturnType<typeof unknown>][] = [
  ["success", json(200, ok), { outcome: "approved", text: "yes" }],
  ["201", json(201, declined), no()],
  ["rejected", json(200, '{"status":"error","msg":"x"}'), rejected],
  ["as HTML that is JSON", html, no()],
  ["in invalid UTF-8", (response) => response.end(gbk), no("\uFFFD\uFFFD")],
  ["204", (response) => response.writeHead(204).end(), unknown("empty", 204)],
  ["500 with valid JSON", json(500, ok), unknown("http_status", 500)],
  ["404 with valid JSON", json(404, declined), unknown("http_status", 404)],
  ["503 without a body", json(503, ""), unknown("http_status", 503)],
  ["just small enough", json(200, declined.padEnd(65_536)), no()],
];

test.each(answers)(
  "the gateway's answer is classified after exactly one request (RES-STATUS, RES-ERROR, RES-ODD, RES-UNKNOWN): %s",
  async (_, answer, outcome) => {
    const { gateway, heard } = await gatewayThat(answer);
    expect(await send(gateway)).toEqual(outcome);
    expect(heard).toHaveLength(1);
  },
);

test("submitSale stops reading an endless body at the limit, and closes the connection (RES-UNKNOWN)", async () => {
  let sent = 0;
  let closed = false;
  const { gateway } = await gatewayThat((response) => {
    response.on("close", () => {
      closed = true;
    });
    const more = () => {
      while (!closed && response.write("x".repeat(16_384))) sent += 16_384;
      if (!closed) response.once("drain", more);
    };
    more();
  });
  expect(await send(gateway)).toEqual(unknown("too_large", 200));
  await expect.poll(() => closed).toBe(true);
  expect(sent).toBeLessThan(50_000_000);
});

test("without an answer within the time limit the outcome is unknown, and the connection is closed (RES-UNKNOWN)", async () => {
  const { gateway, heard } = await gatewayThat(() => {});
  let timeUp: () => void = () => {};
  const asked: number[] = [];
  const after: Platform["after"] = (milliseconds, run) => {
    asked.push(milliseconds);
    timeUp = run;
    return () => undefined;
  };
  const outcome = send(gateway, 30_000, { ...platform, after });
  await expect.poll(() => heard.length).toBe(1);
  timeUp();
  expect(await outcome).toEqual(unknown("timeout"));
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
  expect([heard.length, asked]).toEqual([1, [30_000]]);
});

test("an answer in time cancels the timer", async () => {
  let timers = 0;
  const after = () => {
    timers++;
    return () => void timers--;
  };
  const { gateway } = await gatewayThat(json(200, '{"status":2}'));
  expect(await send(gateway, 30_000, { ...platform, after })).toEqual({ outcome: "declined" });
  expect(timers).toBe(0);
});

test("a connection that breaks when it is reused, for which some clients repeat the request, is an unknown outcome (RES-UNKNOWN)", async () => {
  const used = new Set<Socket>();
  const { gateway, heard } = await gatewayThat((response, { socket }) => {
    if (used.has(socket)) socket.destroy();
    else json(200, '{"status":2}')(response);
    used.add(socket);
  });
  const outcomes: SaleOutcome[] = [];
  while (outcomes.at(-1)?.outcome !== "unknown" && outcomes.length < 50) {
    outcomes.push(await send(gateway));
    await new Promise((turn) => setImmediate(turn));
  }
  expect(outcomes.at(-1)).toEqual(unknown("network"));
  expect(heard).toHaveLength(outcomes.length);
});

test("without a connection the outcome is that the gateway was not reached (RES-UNKNOWN)", async () => {
  const { gateway: refused } = await gatewayThat(() => {});
  const [server] = open.splice(0);
  await new Promise((closed) => server?.close(closed));
  for (const gateway of [refused, "http://gateway.invalid", "nowhere"])
    expect(await send(gateway, 50_000), gateway).toEqual(unknown("not_connected"));
});

test("a fetch that throws immediately, or throws another value, has an unknown outcome", async () => {
  for (const thrown of [new Error("x"), "text", undefined]) {
    const throws = () => {
      throw thrown;
    };
    expect(await send("http://127.0.0.1:1", 5000, { ...platform, fetch: throws })).toEqual(
      unknown("network"),
    );
  }
});
