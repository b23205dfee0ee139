import type {
  AttemptList,
  CancelAnswer,
  CreateLinkRequest,
  NamedLinkRequest,
  PaymentLinkList,
  QueryAnswer,
  RefundRequest,
  ResolveRequest,
  ResolveResult,
  ReviewQueue,
  StaffBacklog,
  StaffErrorBody,
  StaffGatewayRefund,
  StaffHealth,
  StaffOverview,
  StaffPayment,
  StaffPaymentLink,
  StaffSession,
} from "@pay-index/server/staff";

/** A parameter that is undefined or empty is not sent. */
type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The payment of an order of the shop, or by its reference. */
export type PaymentAddress =
  | { readonly orderId: string }
  | { readonly reference: string; readonly tenant?: string | undefined };

export interface ExportPeriod {
  readonly of: "payments" | "refunds" | "review-items";
  /** Days in UTC. `to` is in the period. */
  readonly from: string;
  readonly to: string;
}

/** The staff API, typed. Each function rejects with a `StaffApiError`. A signal that aborts rejects with its reason. */
export interface StaffClient {
  session(signal?: AbortSignal): Promise<StaffSession>;
  attempts(query: Parameters, signal?: AbortSignal): Promise<AttemptList>;
  /** Returns null if the shop sent nothing to the gateway for this payment, or if the person may not see it. */
  payment(address: PaymentAddress, signal?: AbortSignal): Promise<StaffPayment | null>;
  reviewItems(query: Parameters, signal?: AbortSignal): Promise<ReviewQueue>;
  /** Returns what waits for staff, with a bounded count. */
  reviewItemCount(signal?: AbortSignal): Promise<StaffBacklog>;
  health(signal?: AbortSignal): Promise<StaffHealth>;
  overview(days: number, signal?: AbortSignal): Promise<StaffOverview>;
  /** Returns the address of a CSV file. */
  exportUrl(period: ExportPeriod): string;
  resolve(request: ResolveRequest): Promise<readonly ResolveResult[]>;
  query(attemptIds: readonly string[]): Promise<readonly QueryAnswer[]>;
  /** Returns the refund, also if the gateway refused it. */
  refund(request: RefundRequest): Promise<StaffGatewayRefund>;
  cancel(attemptId: string): Promise<CancelAnswer>;
  /** Returns the payment links of an order, and what a new one would ask for. */
  links(address: PaymentAddress, signal?: AbortSignal): Promise<PaymentLinkList>;
  createLink(request: CreateLinkRequest): Promise<StaffPaymentLink>;
  withdrawLink(request: NamedLinkRequest): Promise<StaffPaymentLink>;
  /** Sends a link by the host's own e-mail. */
  sendLink(request: NamedLinkRequest): Promise<void>;
}

export interface StaffClientOptions {
  /** The address of the staff API, absolute or relative to the page. */
  readonly baseUrl: string;
  /** Adds what the host needs, such as a token against requests from other sites. Default: `fetch` with the page's cookies. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A refusal of the staff API, or no answer at all. */
export class StaffApiError extends Error {
  override readonly name = "StaffApiError";
  /** The HTTP status. 0: the shop could not be reached. */
  readonly status: number;
  readonly code: string;
  /** The fields of the request that are not valid. */
  readonly problems: StaffErrorBody["problems"];

  constructor(status: number, { code, message, problems }: StaffErrorBody, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

export function createStaffClient({
  baseUrl,
  fetch: send = (url, init) => fetch(url, init),
}: StaffClientOptions): StaffClient {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  const get = <Answer>(path: string, signal?: AbortSignal) =>
    request<Answer>(() => send(base + path, signal === undefined ? {} : { signal }), signal);
  const post = <Answer>(path: string, body: unknown) => {
    const headers = { "content-type": "application/json" };
    return request<Answer>(() => send(base + path, { method: "POST", headers, body: JSON.stringify(body) }));
  };
  return {
    session: (signal) => get("session", signal),
    attempts: (query, signal) => get(`attempts${toQuery(query)}`, signal),
    payment: async (address, signal) =>
      (await get<{ payment: StaffPayment | null }>(pathOf(address), signal)).payment,
    reviewItems: (query, signal) => get(`review-items${toQuery(query)}`, signal),
    reviewItemCount: (signal) => get("review-items/count", signal),
    health: (signal) => get("health", signal),
    overview: (days, signal) => get(`overview${toQuery({ days })}`, signal),
    exportUrl: (period) => `${base}export${toQuery({ ...period })}`,
    resolve: async (body) => (await post<{ results: ResolveResult[] }>("review-items/resolve", body)).results,
    query: async (ids) => (await post<{ results: QueryAnswer[] }>("attempts/query", { ids })).results,
    refund: async (body) => (await post<{ refund: StaffGatewayRefund }>("attempts/refund", body)).refund,
    links: (address, signal) => get(linksPathOf(address), signal),
    createLink: async (body) => (await post<{ link: StaffPaymentLink }>("links/create", body)).link,
    withdrawLink: async (body) => (await post<{ link: StaffPaymentLink }>("links/withdraw", body)).link,
    sendLink: (body) => post("links/send", body),
    cancel: (attemptId) => post("attempts/cancel", { attemptId }),
  };
}

function pathOf(address: PaymentAddress, byOrder = "orders", byReference = "payments"): string {
  if ("orderId" in address) return `${byOrder}/${encodeURIComponent(address.orderId)}`;
  return `${byReference}/${encodeURIComponent(address.reference)}${toQuery({ tenant: address.tenant })}`;
}

function linksPathOf(address: PaymentAddress): string {
  return pathOf(address, "order-links", "payment-links");
}

function toQuery(parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** @throws StaffApiError */
async function request<Answer>(send: () => Promise<Response>, signal?: AbortSignal): Promise<Answer> {
  const [response, body] = await answerOf(send).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new StaffApiError(0, { code: "unreachable", message: String(cause), problems: [] }, { cause });
  });
  if (response.ok && body !== undefined) return body as Answer;
  throw new StaffApiError(response.status, toErrorBody(body) ?? { ...unreadable, problems: [] });
}

/** A proxy, or a page to sign in, can answer with something else than JSON: then the body is undefined. */
async function answerOf(send: () => Promise<Response>): Promise<[response: Response, body: unknown]> {
  const response = await send();
  const text = await response.text();
  try {
    return [response, JSON.parse(text)];
  } catch {
    return [response, undefined];
  }
}

const unreadable = { code: "unreadable", message: "The answer is not one of the staff API." };

function toErrorBody(body: unknown): StaffErrorBody | undefined {
  const { error } = Object(body) as { readonly error?: Partial<StaffErrorBody> };
  if (typeof error?.code !== "string") return undefined;
  return { code: error.code, message: error.message ?? error.code, problems: error.problems ?? [] };
}

/**
 * Saves a file of the staff API with the requests of a host, because a link has no token. Rejects if the shop refuses it, or cannot be
 * reached.
 */
export async function saveFile(
  address: string,
  send: (url: string, init: RequestInit) => Promise<Response>,
): Promise<void> {
  const response = await send(address, {});
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const { searchParams } = new URL(address, location.href);
  // Another origin does not see the header.
  const [, name = `${searchParams.get("of")}.csv`] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const href = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
