import { channel } from "node:diagnostics_channel";

/** The channels on which Node reports each request of its `fetch` and of its `http` module. */
const channels = ["undici:request:create", "http.client.request.start"].map((name) => channel(name));

interface RequestReport {
  readonly request: {
    readonly origin?: unknown;
    readonly host?: string;
    readonly path: string;
    getHeader?(name: string): unknown;
  };
}

/** Runs a function, and returns the paths of the requests that this process sent to the gateway meanwhile, whoever sent them. */
export async function recordGatewayRequests(gateway: string, run: () => Promise<unknown>): Promise<string[]> {
  const { host } = new URL(gateway);
  const paths: string[] = [];
  const hear = (report: unknown) => {
    const { request } = report as RequestReport;
    const target =
      request.origin === undefined ? request.getHeader?.("host") : new URL(String(request.origin)).host;
    if (target === host) paths.push(request.path);
  };
  for (const each of channels) each.subscribe(hear);
  try {
    await run();
  } finally {
    for (const each of channels) each.unsubscribe(hear);
  }
  return paths;
}
