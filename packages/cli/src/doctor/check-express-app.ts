import type { OpenedShop, ShopExpressApp } from "../config/define-config.ts";
import { type Finding, finding } from "./finding.ts";

/** One handler of an Express app, in Express 4 and 5. */
interface AppLayer {
  readonly name?: string;
  readonly handle?: unknown;
}

const parserNames = ["jsonParser", "urlencodedParser", "rawParser", "textParser"];

/** Checks the proxy setting: of the Express app, or the one that the configuration returns. */
export function checkTrustProxy({ app, trustProxy }: OpenedShop, options: object): Finding[] {
  const trust = app === undefined ? trustProxy : app.get("trust proxy");
  const change = (value: string) =>
    app === undefined ? `set apiOptions.trustProxy to ${value}` : `call app.set("trust proxy", ${value})`;
  if (trust === true)
    return [
      finding("trust_proxy_any", "`trust proxy` is true, so any buyer can send any IP address.", {
        advice: `Use the number of your proxies. With one proxy, ${change("1")}.`,
      }),
    ];
  const { notifyFrom } = options as { readonly notifyFrom?: { readonly proxies?: number } };
  const proxies = notifyFrom?.proxies ?? 0;
  if (proxies === 0 || (trust !== undefined && trust !== false && trust !== 0)) return [];
  const found = `The option notifyFrom names ${proxies} ${proxies === 1 ? "proxy" : "proxies"}, and \`trust proxy\` is not set. All buyers seem to have the IP address of the proxy.`;
  return [finding("trust_proxy_missing", found, { advice: `In the shop, ${change(String(proxies))}.` })];
}

/** Checks what an Express app mounts before the payment router. */
export function checkMiddlewareBeforeRouter(app: ShopExpressApp, gateway: object): Finding[] {
  const { router } = gateway as { readonly router?: readonly unknown[] };
  if (router === undefined) return [];
  const layers = layersOf(app);
  const at = layers.findIndex(({ handle }) => router.includes(handle));
  if (at < 0) return [finding("router_missing", "The app does not have the payment router.")];
  const parsers = layers.slice(0, at).filter(({ name = "" }) => parserNames.includes(name));
  if (parsers.length === 0) return [];
  const list = parsers.map(({ name }) => name).join(", ");
  return [finding("body_parser_first", `The app mounts ${list} before the payment router.`)];
}

function layersOf(app: object): readonly AppLayer[] {
  const { router, _router } = app as { router?: { stack?: AppLayer[] }; _router?: { stack?: AppLayer[] } };
  return (_router ?? router)?.stack ?? [];
}
