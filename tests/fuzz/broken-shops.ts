import type { Gateway } from "@pay-index/core";
import type { NotificationRequest } from "@pay-index/core/adapter";
import { type Field, signNotification } from "./oracle/notification-sign.ts";
import { type CoreSabotage, type CoreShop, incrementCount } from "./shops/core-shop.ts";
import { listKeys } from "./shops/random-settings.ts";

/** A shop with one safeguard removed, and the promise that the fuzz must report as broken. */
export interface BrokenShop {
  readonly what: string;
  readonly notice: RegExp;
  /** Seconds to wait for an answer, if not as long as the target does. */
  readonly patience?: number;
  /** The first input. Default: 0. Every input breaks such a shop, and the notice is about a message that must be taken. */
  readonly from?: number;
  readonly wrap: NonNullable<CoreSabotage["wrap"]>;
}

type Receive = Gateway["receive"];

/** Another `receive` in front of the gateway's own. */
function receiving(change: (receive: Receive, shop: CoreShop) => Receive): BrokenShop["wrap"] {
  return (gateway, shop) => ({ ...gateway, receive: change(gateway.receive, shop) });
}

const text = (status: number, body: string) => ({ status, headers: {}, body });

export const brokenShops: readonly BrokenShop[] = [
  {
    what: "signatures are not checked",
    notice: /must refuse .*mismatch.* and answered OK/,
    wrap: receiving((receive, shop) => (request) => receive(resigned(request, shop))),
  },
  {
    what: "the notify token is not checked",
    notice: /must (refuse \(unknown\)|answer unknown) and answered/,
    wrap: receiving((receive, shop) => (request) => {
      const [attemptId = "", token = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
      return receive(attemptId === request.attemptId ? { ...request, token } : request);
    }),
  },
  {
    what: "everything is refused",
    notice: /must answer OK and answered 400 malformed/,
    from: 1,
    wrap: receiving(() => async () => text(400, "malformed")),
  },
  {
    what: "OK is answered and nothing is stored",
    notice: /must refuse|must be paid/,
    wrap: receiving(() => async () => text(200, "OK")),
  },
  {
    what: "a refusal is a server error",
    notice: /answered 500 failure/,
    wrap: receiving((receive) => async (request) => {
      const reply = await receive(request);
      return reply.status === 401 ? text(500, "failure") : reply;
    }),
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
    what: "a payment is placed once for each notification",
    notice: /must place \d orders? and placed|must place 1 orders and placed/,
    wrap: receiving((receive, shop) => async (request) => {
      const reply = await receive(request);
      if (reply.body === "OK")
        for (const reference of [...shop.placed.orders.keys()]) incrementCount(shop.placed.orders, reference);
      return reply;
    }),
  },
  {
    what: "the key is in a log line",
    notice: /a merchant key was written down/,
    wrap: receiving((receive, shop) => (request) => {
      shop.log({ event: "notification-refused", code: "mismatch", message: listKeys(shop.settings).join() });
      return receive(request);
    }),
  },
  {
    what: "a paid payment is reported as failed",
    notice: /attempt must be paid and is failed/,
    wrap: (gateway) => ({
      ...gateway,
      status: async (key) => {
        const status = await gateway.status(key);
        return {
          ...status,
          attempts: status.attempts.map((each) => ({ ...each, state: "failed" as const })),
        };
      },
    }),
  },
  {
    what: "every notification leaves memory behind",
    notice: /the heap grew/,
    wrap: receiving((receive) => (request) => {
      leaked.push(Array.from({ length: 10_000 }, (_, at) => at));
      return receive(request);
    }),
  },
];

const leaked: unknown[] = [];

/** The body with a sign that is right, whatever it was. */
function resigned(request: NotificationRequest, { settings }: CoreShop): NotificationRequest {
  if (request.body.kind !== "raw") return request;
  const fields: Field[] = [...new URLSearchParams(Buffer.from(request.body.bytes).toString("utf8"))];
  const others = fields.filter(([name]) => name !== "sign");
  const memberId = others.find(([name]) => name === "memberid")?.[1];
  const key = settings.merchants.find(({ id }) => id === memberId)?.key;
  if (key === undefined || others.length === fields.length) return request;
  const sign = signNotification(others, key, settings.rules?.[0] ?? "received");
  const form: string[][] = [...others, ["sign", sign]].map((field) => [...field]);
  const body = new URLSearchParams(form as [string, string][]);
  return { ...request, body: { ...request.body, bytes: Buffer.from(body.toString()) } };
}
