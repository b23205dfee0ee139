import { describeFetchError, type FetchFailureKind } from "./describe-fetch-error.ts";
import { type Finding, type FindingCode, finding } from "./finding.ts";

/** Bytes. A real notification is smaller, and the router accepts 32 kB. */
const largeForm = 20_000;

/** Posts to an address that no payment has, as the gateway does. The router replies 404 and the word `unknown`. */
export async function checkNotifyAddress(publicUrl: string, timeout: number): Promise<Finding[]> {
  const address = `${publicUrl.replace(/\/+$/, "")}/notify/x/x`;
  const first = await post(address, "probe=doctor", timeout);
  if (first !== undefined) return [{ ...first, path: "publicUrl" }];
  const large = await post(address, `probe=${"x".repeat(largeForm)}`, timeout);
  if (large === undefined) return [];
  const found = `${address} accepts a small form, and refuses one of ${largeForm / 1000} kB. ${large.found}`;
  return [finding("notify_body_limit", found, { path: "publicUrl" })];
}

async function post(address: string, body: string, timeout: number): Promise<Finding | undefined> {
  try {
    const response = await fetch(address, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return describeReply(address, response, (await response.text()).slice(0, 100_000));
  } catch (error) {
    return describeFailure(address, error);
  }
}

const failures: Readonly<Record<FetchFailureKind, readonly [code: FindingCode, found: string]>> = {
  timeout: ["notify_timeout", "does not reply in time"],
  tls: ["notify_tls", "has a certificate that this machine does not trust"],
  unreachable: ["notify_unreachable", "cannot be reached"],
};

function describeFailure(address: string, error: unknown): Finding {
  const { kind, reason } = describeFetchError(error);
  const [code, found] = failures[kind];
  return finding(code, `${address} ${found} (${reason}).`);
}

function describeReply(address: string, response: Response, body: string): Finding | undefined {
  const { status } = response;
  const word = body.trim();
  // `limited`: the router counts requests to unknown addresses, and this machine has sent many.
  if ((status === 404 && word === "unknown") || (status === 429 && word === "limited")) return undefined;
  if (status >= 300 && status < 400) return redirectFinding(address, response);
  if (isLogin(status, body))
    return finding("notify_login", `${address} asks for a login (status ${status}).`);
  if (status === 503 && word === "later")
    return finding(
      "notify_later",
      `${address} reaches the shop, which replies “later”: its database is not available, or it is stopping.`,
    );
  if (status === 404)
    return finding(
      "notify_not_found",
      `${address} does not exist: the reply is 404 without the word “unknown”.`,
    );
  const what = isHtml(body) ? "an HTML page" : "another text";
  return finding(
    "notify_error_page",
    `${address} replies with the status ${status} and ${what} instead of the word “unknown”.`,
  );
}

function redirectFinding(address: string, response: Response): Finding {
  const target = response.headers.get("location") ?? "";
  const shown = URL.canParse(target, address) ? new URL(target, address) : undefined;
  const isLoginPage = /log-?in|sign-?in|auth/i.test(shown?.pathname ?? "");
  // The query may contain a token of the site.
  const to = shown === undefined ? "another address" : shown.origin + shown.pathname;
  return finding(
    isLoginPage ? "notify_login" : "notify_redirect",
    `${address} redirects to ${to} (status ${response.status}).`,
  );
}

function isLogin(status: number, body: string): boolean {
  return status === 401 || status === 403 || (isHtml(body) && /type=["']?password|captcha/i.test(body));
}

function isHtml(body: string): boolean {
  return /<!doctype html|<html/i.test(body);
}
