import type { OpenedShop, ShopExpressApp } from "../config/define-config.ts";
import type { Finding } from "./finding.ts";

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
      {
        code: "trust_proxy_any",
        found: "`trust proxy` is true, so any buyer can send any IP address.",
        advice: `Use the number of your proxies. With one proxy, ${change("1")}.`,
      },
    ];
  const { notifyFrom } = options as { readonly notifyFrom?: { readonly proxies?: number } };
  const proxies = notifyFrom?.proxies ?? 0;
  if (proxies === 0 || (trust !== undefined && trust !== false && trust !== 0)) return [];
  return [
    {
      code: "trust_proxy_missing",
      found: `The option notifyFrom names ${proxies} ${proxies === 1 ? "proxy" : "proxies"}, and \`trust proxy\` is not set. All buyers seem to have the IP address of the proxy.`,
      advice: `In the shop, ${change(String(proxies))}.`,
    },
  ];
}

/** Checks what an Express app mounts before the payment router. */
export function checkMiddlewareBeforeRouter(app: ShopExpressApp, gateway: object): Finding[] {
  const { router } = gateway as { readonly router?: readonly unknown[] };
  if (router === undefined) return [];
  const layers = layersOf(app);
  const at = layers.findIndex(({ handle }) => router.includes(handle));
  if (at < 0)
    return [
      {
        code: "router_missing",
        found: "The app does not have the payment router.",
        advice: "Call app.use(path, pay.router) with the path of publicUrl, before open() returns the app.",
      },
    ];
  const parsers = layers.slice(0, at).filter(({ name = "" }) => parserNames.includes(name));
  if (parsers.length === 0) return [];
  return [
    {
      code: "body_parser_first",
      found: `The app mounts ${parsers.map(({ name }) => name).join(", ")} before the payment router.`,
      advice:
        "Mount the payment router before all body parsers, so that it sees each notification as it was sent. If open() mounts it into an app that is complete, let open() build the app as the shop does.",
    },
  ];
}

function layersOf(app: object): readonly AppLayer[] {
  const { router, _router } = app as { router?: { stack?: AppLayer[] }; _router?: { stack?: AppLayer[] } };
  return (_router ?? router)?.stack ?? [];
}
