import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type InputOptions, rolldown } from "rolldown";

/** Answers as a shop's status address does. */
export const respondWith =
  (state: string, orderId?: string): RequestListener =>
  (_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ state, orderId }));

/** A shop with a script in its pages, and a payment page on another site. */
export interface Sites extends AsyncDisposable {
  readonly shop: string;
  readonly gateway: string;
  /** What the shop answers at `/status` and below. */
  status: RequestListener;
  /** The addresses from `/status` on that were asked. */
  readonly asked: string[];
}

/** What the sites answer: the shop's script and pages, and the body of the payment page. */
export interface SiteContents {
  readonly script: string;
  page(path: string, sites: Sites): string;
  links(shop: string): string;
}

export async function openSites({ script, page, links }: SiteContents): Promise<Sites> {
  const gatewaySite = createServer((_, response) => {
    const html = `<!doctype html><title>Payment page</title>${links(sites.shop)}`;
    response.setHeader("content-type", "text/html").end(html);
  });
  const shopSite = createServer((request, response) => {
    const { url = "/" } = request;
    if (url.startsWith("/status")) {
      sites.asked.push(url);
      return void sites.status(request, response);
    }
    const isScript = url === "/app.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : page(new URL(url, "http://shop").pathname, sites));
  });
  const servers = [shopSite, gatewaySite];
  const [shopPort, gatewayPort] = [await portOf(shopSite), await portOf(gatewaySite)];
  const sites: Sites = {
    shop: `http://127.0.0.1:${shopPort}`,
    gateway: `http://localhost:${gatewayPort}`,
    status: respondWith("pending"),
    asked: [],
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  return sites;
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** What a shop's bundler makes of these exports, in which `SOURCE` is the folder of this package's sources. */
export async function bundleForBrowser(
  code: string,
  { minify = false, ...options }: InputOptions & { readonly minify?: boolean } = {},
): Promise<string> {
  const entry = code.replaceAll("SOURCE/", new URL("../src/", import.meta.url).pathname);
  const plugin = {
    name: "entry",
    resolveId: (id: string) => (id === "entry" ? id : undefined),
    load: (id: string) => (id === "entry" ? entry : undefined),
  };
  const bundle = await rolldown({ input: "entry", platform: "browser", plugins: [plugin], ...options });
  const { output } = await bundle.generate({ format: "esm", minify });
  await bundle.close();
  return output[0].code;
}
