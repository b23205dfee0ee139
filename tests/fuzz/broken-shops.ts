import type { Gateway } from "@pay-index/core";
import type { FuzzedShop, WrapGateway } from "./fuzzed-shop.ts";
import { listKeys } from "./random-settings.ts";

/** A shop that breaks a promise which no patch of `tests/sabotage` breaks, and what the fuzz must report. */
export interface BrokenShop {
  readonly what: string;
  readonly notice: RegExp;
  /** Seconds to wait for an answer. Default: as long as the fuzz does. */
  readonly patience?: number;
  /** The first input, from which few inputs break the promise. Default: 0. */
  readonly from?: number;
  readonly wrap: WrapGateway;
}

type Receive = Gateway["receive"];

/** Another `receive` in front of the gateway's own. */
function receiving(change: (receive: Receive, shop: FuzzedShop) => Receive): WrapGateway {
  return (gateway, shop) => ({ ...gateway, receive: change(gateway.receive, shop) });
}

const text = (status: number, body: string) => ({ status, headers: {}, body });

export const brokenShops: readonly BrokenShop[] = [
  {
    what: "everything is refused",
    notice: /must answer|left no item/,
    from: 1,
    wrap: receiving(() => async () => text(400, "malformed")),
  },
  {
    what: "OK is answered and nothing is stored",
    notice: /must refuse|left no item/,
    wrap: receiving(() => async () => text(200, "OK")),
  },
  {
    what: "a body that is no form is never answered",
    notice: /no answer within/,
    patience: 2,
    wrap: receiving((receive) => (request) => {
      const isForm = request.body.kind === "raw" && request.body.contentType?.startsWith("application/x-www");
      return isForm ? receive(request) : new Promise(() => undefined);
    }),
  },
  {
    what: "the key is in a log line",
    notice: /a merchant key was written down/,
    wrap: receiving((receive, shop) => (request) => {
      const message = listKeys(shop.settings).join();
      shop.log.push({ event: "notification-refused", code: "mismatch", message });
      return receive(request);
    }),
  },
  {
    what: "every notification leaves memory behind",
    notice: /the heap grew/,
    from: 400,
    wrap: receiving((receive) => (request) => {
      leaked.push(Array.from({ length: 20_000 }, (_, at) => at));
      return receive(request);
    }),
  },
];

const leaked: unknown[] = [];
