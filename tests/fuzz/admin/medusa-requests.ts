import type { Random } from "../random.ts";
import type { AdminAccount, ExpectedAccess, StaffPayment } from "./admin-host.ts";
import {
  brokenJson,
  jsonContentTypes,
  oddHeaders,
  oddId,
  oddMember,
  otherContentTypes,
  type SendingPage,
} from "./odd-requests.ts";

interface Resolution {
  readonly action: string;
  readonly note: string;
  readonly cycle?: number;
}

/** A request before it is mutated. */
interface Plan {
  readonly payment: StaffPayment;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly resolution: Resolution | undefined;
}

/** Requests to the plugin's admin routes, honest and odd. */
export class MedusaRequests {
  readonly #pages: readonly SendingPage[];

  constructor(origin: string) {
    const evil = { origin: "https://evil.example" };
    const listed = { origin: "http://localhost:9000" };
    const crossSite = { "sec-fetch-site": "cross-site" };
    this.#pages = [
      { headers: {}, isForeign: false },
      { headers: { "sec-fetch-site": "same-origin" }, isForeign: false },
      { headers: { origin }, isForeign: false },
      { headers: listed, isForeign: false },
      { headers: { ...crossSite, ...listed }, isForeign: false },
      { headers: { ...crossSite, ...evil }, isForeign: true },
      { headers: { ...crossSite, origin: "null" }, isForeign: true },
      { headers: crossSite, isForeign: true },
      { headers: evil, isForeign: true },
      { headers: { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" }, isForeign: true },
      { headers: { origin: `${origin}.evil.example` }, isForeign: true },
      { headers: { "sec-fetch-site": "CROSS-SITE", origin: "x" }, isForeign: undefined },
      { headers: { ...evil, "x-forwarded-host": "evil.example" }, isForeign: undefined },
    ];
  }

  compose(payments: readonly StaffPayment[], actor: AdminAccount, random: Random): ExpectedAccess {
    const payment = random.pick(payments);
    const plan = random.chance(0.4) ? readPlan(payment, random) : resolutionPlan(payment, random);
    return random.chance(0.25) ? honest(plan, actor) : this.#odd(plan, actor, random);
  }

  #odd(plan: Plan, actor: AdminAccount, random: Random): ExpectedAccess {
    const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"] as const;
    const method = random.chance(0.8) ? plan.method : random.pick(methods);
    const page = random.pick(this.#pages);
    const type = random.chance(0.7) ? random.pick(jsonContentTypes) : random.pick(otherContentTypes);
    const path = random.chance(0.7) ? plan.path : oddPath(plan, random);
    const body = method === "GET" || method === "HEAD" ? Buffer.alloc(0) : oddBody(plan, type, random);
    const extra = oddHeaders(random);
    const headers = {
      ...extra,
      ...actor.headers,
      ...page.headers,
      ...(type === undefined ? {} : { "content-type": type }),
    };
    const isJson = jsonContentTypes.some((each) => each === type);
    const isValid = isResolution(body, extra["content-encoding"] !== undefined);
    const mayChange =
      actor.mayChange && method === "POST" && isJson && isValid && page.isForeign !== true
        ? new Set([plan.payment.attemptId])
        : new Set<string>();
    const request = { method, path, headers, body };
    return { request, mayRead: actor.mayRead, mayChange, mustRead: false, mustChange: false };
  }
}

function readPlan(payment: StaffPayment, random: Random): Plan {
  const paths = [
    "/admin/pay-index/review-items",
    "/admin/pay-index/review-items?kind=refund-requested",
    `/admin/pay-index/review-items?q=${payment.reference}&limit=5&offset=0`,
    `/admin/pay-index/carts/${payment.reference}`,
    `/admin/pay-index/orders/${payment.orderId}`,
  ];
  return { payment, method: "GET", path: random.pick(paths), resolution: undefined };
}

function resolutionPlan(payment: StaffPayment, random: Random): Plan {
  const isItem = random.chance(0.6);
  const path = isItem
    ? `/admin/pay-index/review-items/${random.pick(payment.items)}/resolution`
    : `/admin/pay-index/attempts/${payment.attemptId}/resolution`;
  const action = random.pick(["record-refund", "dismiss", "accept", ...(isItem ? ["retry"] : [])]);
  const cycle = random.chance(0.1) ? { cycle: 1 + random.int(3) } : {};
  return { payment, method: "POST", path, resolution: { action, note: "Seen at the gateway.", ...cycle } };
}

/** A valid request of one account. A note that money went back is always possible. */
function honest({ payment, path, resolution }: Plan, actor: AdminAccount): ExpectedAccess {
  const isRead = resolution === undefined;
  const isOfAttempt = path.includes("/attempts/");
  const sent = { action: "record-refund", note: "Seen at the gateway." };
  const body = isRead ? Buffer.alloc(0) : Buffer.from(JSON.stringify(sent));
  const headers = { ...actor.headers, "content-type": "application/json" };
  return {
    request: { method: isRead ? "GET" : "POST", path, headers, body },
    mayRead: actor.mayRead,
    mayChange: new Set(!isRead && actor.mayChange ? [payment.attemptId] : []),
    mustRead: isRead && actor.mayRead,
    mustChange: !isRead && isOfAttempt && actor.mayChange,
  };
}

function oddPath({ path, payment }: Plan, random: Random): string {
  const [, id = payment.attemptId] = /\/(?:review-items|attempts|carts|orders)\/([^/]+)/.exec(path) ?? [];
  const odd = oddId(id, random);
  const encoded = random.chance(0.5) ? encodeURIComponent(odd.toWellFormed()) : toPath(odd);
  return random.pick([
    path.replace(id, () => encoded),
    `${path}?${encoded}=1`,
    `/admin/pay-index/review-items?kind=${encoded}`,
    "/admin/pay-index/review-items?kind[]=a&kind[b]=c",
    path.toUpperCase(),
    path.replace("/admin/", "//admin//"),
    path.replace("/admin/", "/store/../admin/"),
    path.replace("/pay-index/", "/pay-index%2f"),
    path.replace("/admin/", "/ADMIN/"),
    `${path}/`,
    `/admin/pay-index/${encoded}`,
    path.replace("/resolution", ""),
    "/admin/pay-index/review-items/resolutions",
    "/admin/pay-index/attempts/query",
    `/admin/pay-index/review-items?q=${encoded}&limit=${encoded}`,
  ]);
}

/** Without what Node's client refuses to send. */
function toPath(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "");
}

function oddBody({ resolution }: Plan, type: string | undefined, random: Random): Buffer {
  const basis: Record<string, unknown> = { ...(resolution ?? { action: "dismiss", note: "x" }) };
  if (type?.includes("form")) {
    const texts = Object.entries(basis).map(([name, value]) => [name, String(value)]);
    return Buffer.from(new URLSearchParams(texts as [string, string][]).toString());
  }
  if (random.chance(0.25)) return brokenJson(JSON.stringify(basis), random);
  if (random.chance(0.6)) {
    const names = ["action", "note", "cycle", "operator", "refund", "__proto__", "constructor", "id"];
    const name = random.pick(names);
    Object.defineProperty(basis, name, { value: oddMember(random), enumerable: true, configurable: true });
  }
  if (random.chance(0.1)) delete basis[random.pick(Object.keys(basis))];
  return Buffer.from(JSON.stringify(basis));
}

/** Whether a body can be an operator action: an action, a note that is not blank, and a cycle from 1, if any. */
function isResolution(body: Buffer, isEncoded: boolean): boolean {
  if (isEncoded) return true;
  try {
    // Express removes a byte order mark, and reads UTF-16 by its own rules.
    const parsed: unknown = JSON.parse(body.toString("utf8").replace(/^\ufeff/, ""));
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return false;
    const { action, note = "", cycle } = parsed as Record<string, unknown>;
    const isNamed = Object.keys(parsed).every((name) =>
      ["action", "note", "cycle", "refund", "__proto__"].includes(name),
    );
    const isNote = typeof note === "string" && note.length <= 2000;
    const isCycle = cycle === undefined || (Number.isSafeInteger(cycle) && Number(cycle) >= 1);
    const isStatement =
      ["accept", "dismiss", "record-refund"].includes(String(action)) && String(note).trim() !== "";
    return isNamed && isNote && isCycle && (isStatement || action === "retry");
  } catch {
    return false;
  }
}
