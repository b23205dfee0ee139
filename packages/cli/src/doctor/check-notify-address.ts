import { describeFetchError, type FetchFailureKind } from "./describe-fetch-error.ts";
import type { Finding, FindingCode } from "./finding.ts";

/** Milliseconds. Gateways wait about as long. */
const replyTimeout = 10_000;

/** Bytes. A real notification is smaller, and the router accepts 32 kB. */
const largeForm = 20_000;

/** Posts to an address that no payment has, as the gateway does. The router replies 404 and the word `unknown`. */
export async function checkNotifyAddress(publicUrl: string, timeout = replyTimeout): Promise<Finding[]> {
  const address = `${publicUrl.replace(/\/+$/, "")}/notify/x/x`;
  const first = await post(address, "probe=doctor", timeout);
  if (first !== undefined) return [{ ...first, path: "publicUrl" }];
  const large = await post(address, `probe=${"x".repeat(largeForm)}`, timeout);
  if (large === undefined) return [];
  return [
    {
      code: "notify_body_limit",
      path: "publicUrl",
      found: `${address} accepts a small form, and refuses one of ${largeForm / 1000} kB. ${large.found}`,
      advice: "Mount the payment router before all body parsers, and allow bodies of 32 kB in the proxy.",
    },
  ];
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

const failures: Readonly<
  Record<FetchFailureKind, readonly [code: FindingCode, found: string, advice: string]>
> = {
  timeout: [
    "notify_timeout",
    "does not reply in time",
    "Check that the shop runs, and that the proxy and the firewall forward this address to it.",
  ],
  tls: [
    "notify_tls",
    "has a certificate that this machine does not trust",
    "Install a valid certificate with its whole chain. Many gateways do not send to other addresses.",
  ],
  unreachable: [
    "notify_unreachable",
    "cannot be reached",
    "Check the name in publicUrl, DNS, the firewall, and that the shop runs.",
  ],
};

function describeFailure(address: string, error: unknown): Finding {
  const { kind, reason } = describeFetchError(error);
  const [code, found, advice] = failures[kind];
  return { code, found: `${address} ${found} (${reason}).`, advice };
}

function describeReply(address: string, response: Response, body: string): Finding | undefined {
  const { status } = response;
  const word = body.trim();
  // `limited`: the router counts requests to unknown addresses, and this machine has sent many.
  if ((status === 404 && word === "unknown") || (status === 429 && word === "limited")) return undefined;
  if (status >= 300 && status < 400) return redirectFinding(address, response);
  if (isLogin(status, body))
    return {
      code: "notify_login",
      found: `${address} asks for a login (status ${status}).`,
      advice:
        "Exempt all addresses below publicUrl from the login, the bot check and the IP filter of your site.",
    };
  if (status === 503 && word === "later")
    return {
      code: "notify_later",
      found: `${address} reaches the shop, which replies “later”: its database is not available, or it is stopping.`,
      advice: "Check the database of the shop and its log.",
    };
  if (status === 404)
    return {
      code: "notify_not_found",
      found: `${address} does not exist: the reply is 404 without the word “unknown”.`,
      advice:
        "Mount the payment router at the path of publicUrl. Behind a proxy that removes a part of the path, leave out that part.",
    };
  return {
    code: "notify_error_page",
    found: `${address} replies with the status ${status} and ${isHtml(body) ? "an HTML page" : "another text"} instead of the word “unknown”.`,
    advice:
      "Find out which server answers: the proxy, a CDN or an error handler of the shop. Let it forward POST requests unchanged.",
  };
}

function redirectFinding(address: string, response: Response): Finding {
  const target = response.headers.get("location") ?? "";
  const shown = URL.canParse(target, address) ? new URL(target, address) : undefined;
  const isLoginPage = /log-?in|sign-?in|auth/i.test(shown?.pathname ?? "");
  return {
    code: isLoginPage ? "notify_login" : "notify_redirect",
    // The query may contain a token of the site.
    found: `${address} redirects to ${shown === undefined ? "another address" : shown.origin + shown.pathname} (status ${response.status}).`,
    advice: isLoginPage
      ? "Exempt all addresses below publicUrl from the login of your site."
      : "Gateways do not follow redirects. Set publicUrl to the final address, with the same host and https, or remove the redirect.",
  };
}

function isLogin(status: number, body: string): boolean {
  return status === 401 || status === 403 || (isHtml(body) && /type=["']?password|captcha/i.test(body));
}

function isHtml(body: string): boolean {
  return /<!doctype html|<html/i.test(body);
}
