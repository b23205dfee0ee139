import { type Gateway, isPayIndexError, type Money, type PaymentLinkStatus } from "@pay-index/core";
import { toEventError } from "@pay-index/core/adapter";
import {
  createLinkRequestSchema,
  namedLinkRequestSchema,
  type PaymentLinkList,
  type StaffPaymentLink,
} from "./link-schemas.ts";
import { toMoney } from "./staff-actions.ts";
import { paymentOfAddress, type StaffVisit, validId, visibility } from "./staff-reads.ts";
import { notFound, readRequest, StaffRefusal } from "./staff-refusal.ts";
import { toMoneyText } from "./staff-views.ts";

interface LinkKey {
  readonly reference: string;
  readonly tenant: string;
}

/** Returns the payment links of a reference, and what a new one would ask for. */
export async function listLinks(visit: StaffVisit): Promise<PaymentLinkList> {
  return linksOf(visit, paymentOfAddress(visit));
}

/** The same by the id of an order of the shop. */
export async function listLinksOfOrder(visit: StaffVisit): Promise<PaymentLinkList> {
  const found = await visit.host.findOrder?.(validId(visit.id, "order"));
  if (found === undefined) throw notFound("order");
  return linksOf(visit, { tenant: "default", ...found });
}

async function linksOf(visit: StaffVisit, { reference, tenant }: LinkKey): Promise<PaymentLinkList> {
  const { gateway, host } = visit;
  const key = { reference, tenant };
  await requireVisible(visit, key);
  const [links, due] = await Promise.all([gateway.paymentLinks(key), findDue(gateway, key)]);
  return {
    ...key,
    links: links.map(toStaffLink),
    due: due === undefined ? null : toMoneyText(due),
    isAmountFree: host.isLinkAmountFree === true,
    canSend: host.sendLink !== undefined,
  };
}

/** A shop that fails here still displays its links. Making one says why. */
async function findDue(gateway: Gateway, key: LinkKey): Promise<Money | undefined> {
  return gateway.amountDueForLink(key).catch((error: unknown) => {
    if (isPayIndexError(error)) return undefined;
    throw error;
  });
}

/** Makes a payment link. The dialog's `replaces` says which open link the person saw. */
export async function createLink(visit: StaffVisit): Promise<{ readonly link: StaffPaymentLink }> {
  const { amount, currency, replaces, endsAt, ...key } = readRequest(createLinkRequestSchema, visit.body);
  await requireVisible(visit, key);
  const asked = amount === undefined ? undefined : toMoney(amount, { currency, path: "amount" });
  const { operator } = visit.member;
  const wanted = { ...key, amount: asked, endsAt, operator, replaces };
  return { link: toStaffLink(await visit.gateway.createPaymentLink(wanted)) };
}

export async function withdrawLink(visit: StaffVisit): Promise<{ readonly link: StaffPaymentLink }> {
  const request = readRequest(namedLinkRequestSchema, visit.body);
  await requireVisible(visit, request);
  const { operator } = visit.member;
  return { link: toStaffLink(await visit.gateway.withdrawPaymentLink({ ...request, operator })) };
}

/** Sends an open payment link by the host's own e-mail. The host finds the buyer's address. */
export async function sendLink(visit: StaffVisit): Promise<Record<string, never>> {
  const { linkId, ...key } = readRequest(namedLinkRequestSchema, visit.body);
  const { gateway, host } = visit;
  await requireVisible(visit, key);
  const link = (await gateway.paymentLinks(key)).find((each) => each.linkId === linkId);
  if (link === undefined || host.sendLink === undefined) throw notFound("payment link");
  if (link.state !== "open")
    throw new StaffRefusal(409, "link_outdated", "The payment link is not open any more.");
  const { url, amount, endsAt } = link;
  try {
    await inTime(host.sendLink({ ...key, linkId, url, amount, endsAt: new Date(endsAt) }));
  } catch (error) {
    const { message } = toEventError(error);
    throw new StaffRefusal(502, "link_not_sent", `The shop could not send the e-mail: ${message}`);
  }
  return {};
}

/** Milliseconds that a person waits for the shop's e-mail service. */
const longestSending = 30_000;

function inTime(sending: Promise<void> | void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error("The e-mail service did not answer in time, and can send it later.");
    timer = setTimeout(reject, longestSending, error);
  });
  return Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

async function requireVisible(visit: StaffVisit, key: LinkKey): Promise<void> {
  if (!(await visibility(visit, [key]))(key)) throw notFound("payment");
}

function toStaffLink(link: PaymentLinkStatus): StaffPaymentLink {
  const { linkId, state, url, amount, createdAt, createdBy, endsAt, openedAt = null, withdrawn } = link;
  return {
    ...{ linkId, state, url, createdAt, endsAt, openedAt },
    amount: toMoneyText(amount),
    createdBy: createdBy.name ?? createdBy.id,
    withdrawnAt: withdrawn?.at ?? null,
    withdrawnBy: (withdrawn && (withdrawn.by.name ?? withdrawn.by.id)) || null,
    isReplaced: withdrawn?.replacedBy !== undefined,
  };
}
