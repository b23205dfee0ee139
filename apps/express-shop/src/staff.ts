import { createHash, timingSafeEqual } from "node:crypto";
import { type ShopStaffOptions, type StaffMember, type StaffOrder, toAmountText } from "@pay-index/express";
import type { Order, Orders } from "./orders/orders.ts";
import type { PageReply } from "./page-route.ts";

const staff: StaffMember = {
  operator: { id: "staff", name: "Staff of the sample shop" },
  permissions: ["view", "resolve", "refund", "cancel", "links"],
  maySeeSecrets: true,
};

/** Reads the header of a request of the framework. */
export type ReadAuthorization<HostRequest> = (request: HostRequest) => string | null | undefined;

/** The pages of staff: who is signed in, and what the shop knows of its orders. A real shop has an account for each person. */
export function createStaffOptions<HostRequest>(
  password: string,
  orders: Pick<Orders, "find">,
  readAuthorization: ReadAuthorization<HostRequest>,
): ShopStaffOptions<HostRequest> {
  return {
    member: (request) => (isStaffPassword(password, readAuthorization(request)) ? staff : undefined),
    async orders(references) {
      const found = await Promise.all(references.map((reference) => orders.find(reference)));
      return new Map(
        found.flatMap((order) => (order === undefined ? [] : [[order.id, toStaffOrder(order)]])),
      );
    },
  };
}

/** Returns the reply that lets the browser ask for the password: the name does not matter. Undefined if the request has it. */
export function askForStaffPassword(
  password: string,
  authorization: string | null | undefined,
): PageReply | undefined {
  if (isStaffPassword(password, authorization)) return undefined;
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "www-authenticate": 'Basic realm="Staff", charset="UTF-8"',
  };
  return { status: 401, headers, body: "Enter the password of the staff." };
}

/** Compares digests: they have one length, so the time of the comparison says nothing about the password. */
function isStaffPassword(password: string, authorization: string | null | undefined): boolean {
  const [, encoded = ""] = /^Basic ([\w+/=]+)$/.exec(authorization ?? "") ?? [];
  const entered = Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
  return timingSafeEqual(digestOf(entered), digestOf(password));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function toStaffOrder({ id, total, currency, checkout, lines }: Order): StaffOrder {
  return {
    ...{ id, name: null },
    total: { amount: toAmountText({ minor: total, currency }), currency },
    buyer:
      checkout === undefined
        ? null
        : {
            name: `${checkout.firstName} ${checkout.lastName}`,
            ...{ email: checkout.email, phone: checkout.phone },
          },
    goods: lines.map(({ name, quantity }) => ({ title: name, detail: null, quantity })),
  };
}
