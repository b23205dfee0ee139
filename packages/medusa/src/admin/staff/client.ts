import { createStaffClient, saveFile } from "@pay-index/staff";

// Medusa's build replaces these names by the settings of the admin.
declare const __BACKEND_URL__: string | undefined;
declare const __AUTH_TYPE__: "session" | "jwt" | undefined;
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined;

export const client = createStaffClient({
  baseUrl: `${(__BACKEND_URL__ ?? "/").replace(/\/+$/, "")}/admin/pay-index`,
  fetch: sendSignedIn,
});

const isSession = __AUTH_TYPE__ !== "jwt";

/** Signs a request in as Medusa's own pages do: with the session's cookie, or with the token of the browser's storage. */
function sendSignedIn(url: string, init: RequestInit): Promise<Response> {
  if (isSession) return fetch(url, { ...init, credentials: "include" });
  const token = localStorage.getItem(__JWT_TOKEN_STORAGE_KEY__ || "medusa_auth_token");
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  return fetch(url, { ...init, headers, credentials: "omit" });
}

/** Downloads a file of the staff API with the token, which a link does not carry. Undefined: a link has the session's cookie. */
export const downloadWithToken = isSession ? undefined : (url: string) => saveFile(url, sendSignedIn);
