import { uiConfig } from "virtual:vendure-ui-config";
import { createStaffClient, type StaffClient, saveFile } from "@pay-index/staff";
import {
  LS_KEY_SELECTED_CHANNEL_TOKEN,
  LS_KEY_SESSION_TOKEN,
  LS_KEY_USER_SETTINGS,
} from "@vendure/dashboard";

/*
 * Requests to the staff API, as the dashboard sends its own: with its session and channel, in its content language.
 */

function findServer(): string {
  const { host, port } = uiConfig.api;
  const { protocol, hostname, port: ownPort } = globalThis.location;
  const server = new URL(host === "auto" ? `${protocol}//${hostname}` : host);
  // An own port stays if the setting has none of its own.
  server.port = port === "auto" ? ownPort : String(port);
  return server.origin;
}

function send(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address);
  const language = findContentLanguage();
  if (language !== undefined) url.searchParams.set("languageCode", language);
  const headers = new Headers(init.headers);
  const session = localStorage.getItem(LS_KEY_SESSION_TOKEN);
  if (session !== null) headers.set("authorization", `Bearer ${session}`);
  const channel = localStorage.getItem(LS_KEY_SELECTED_CHANNEL_TOKEN);
  if (channel !== null) headers.set(uiConfig.api.channelTokenKey, channel);
  return fetch(url, { ...init, headers, credentials: "include" });
}

function findContentLanguage(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(LS_KEY_USER_SETTINGS) ?? "{}").contentLanguage;
  } catch {
    return undefined;
  }
}

const clients = new Map<string, StaffClient>();

/** Returns the client that keeps what was loaded for a user in a channel. */
export function staffClientFor(key: string): StaffClient {
  const client =
    clients.get(key) ?? createStaffClient({ baseUrl: `${findServer()}/pay-index-staff`, fetch: send });
  clients.set(key, client);
  return client;
}

/** Saves a file of the staff API. Rejects if the shop refuses it, or cannot be reached. */
export function downloadFile(address: string): Promise<void> {
  return saveFile(address, send);
}
