import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Node reports each request of its `fetch` here. */
const requests = "undici:request:create";

/** Runs a function, and returns the paths of the requests that this process sent to the gateway meanwhile, whoever sent them. */
export async function recordGatewayRequests(gateway: string, run: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const hear = (report: unknown) => {
    const { request } = report as { request: { origin: unknown; path: string } };
    if (String(request.origin) === new URL(gateway).origin) paths.push(request.path);
  };
  subscribe(requests, hear);
  await run().finally(() => unsubscribe(requests, hear));
  return paths;
}
