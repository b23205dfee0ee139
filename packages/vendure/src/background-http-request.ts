import type { RequestContextService } from "@vendure/core";

/** The request of a `RequestContext`: the properties of Express's request that plugins read. */
export type VendureRequest = NonNullable<Parameters<RequestContextService["create"]>[0]["req"]>;

/**
 * Returns a request for work outside of a client's request. Plugins read the server's address from it: the asset server
 * builds the URLs of pictures in e-mails with its protocol and host.
 *
 * @param publicUrl the public address of the server
 */
export function createBackgroundHttpRequest(publicUrl: string): VendureRequest {
  const { protocol, host, hostname, pathname } = new URL(publicUrl);
  const headers: Readonly<Record<string, string>> = { host };
  const get = (name: string) => headers[name.toLowerCase()];
  const request = {
    method: "POST",
    url: pathname,
    originalUrl: pathname,
    protocol: protocol.slice(0, -1),
    secure: protocol === "https:",
    hostname,
    headers,
    query: {},
    get,
    header: get,
  };
  return request as unknown as VendureRequest;
}
