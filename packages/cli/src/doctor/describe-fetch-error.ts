/** Why an address could not be fetched. */
export type FetchFailureKind = "timeout" | "tls" | "unreachable";

/** Returns why `fetch` failed, with the code of the cause. */
export function describeFetchError(error: unknown): {
  readonly kind: FetchFailureKind;
  readonly reason: string;
} {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: unknown };
  if (name === "TimeoutError" || name === "AbortError")
    return { kind: "timeout", reason: "no reply in time" };
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
  const text = String(code ?? message ?? "unknown");
  if (/TIMEOUT/.test(text)) return { kind: "timeout", reason: text };
  const isTls = /CERT|SIGNED|TLS|SSL|ALTNAME|VERIFY_LEAF/.test(text);
  return { kind: isTls ? "tls" : "unreachable", reason: text };
}
