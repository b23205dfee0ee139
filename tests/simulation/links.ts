import type { PaymentLinkStatus, StartedAttempt } from "@pay-index/core";
import { operator, type People } from "./people.ts";
import type { Random } from "./random.ts";
import { buyer, type ShopOrder } from "./shop-parts.ts";
import { startOfTime } from "./world.ts";

interface LinkBuyer {
  readonly order: ShopOrder;
  readonly random: Random;
  /** Goes where an opened link leads. */
  visit(started: Pick<StartedAttempt, "attemptId" | "state" | "url"> | undefined): Promise<void>;
}

/** Staff make a payment link, replace it and withdraw it, while the buyer opens it. */
export async function payByLink(people: People, { order, random, visit }: LinkBuyer): Promise<void> {
  const { reference } = order;
  for (let tries = 0; tries < 4; tries++) {
    const make = () => makeLink(people, reference, random);
    const links = await Promise.all(random.chance(0.2) ? [make(), make()] : [make()]);
    const opened = links.flatMap((each) => (random.chance(0.2) ? [each, each] : [each]));
    await Promise.all([
      ...opened.map(async (link) => visit(await openLink(people, link, random))),
      ...links.map((link) => withdraw(people, { link, reference }, random)),
    ]);
    if (order.placedFor !== undefined || random.chance(0.4)) return;
    await people.sleep(random.pick([2000, 60_000, 1_200_000]));
  }
}

/** Replaces the open link that the member of staff saw. */
async function makeLink(
  people: People,
  reference: string,
  random: Random,
): Promise<PaymentLinkStatus | undefined> {
  const known = await people.ask((shop) => shop.paymentLinks({ reference }));
  const replaces = known?.find(({ state }) => state === "open")?.linkId;
  const minutes = random.pick([10, 1440]);
  const endsAt = new Date(startOfTime + people.shop.world.now + minutes * 60_000).toISOString();
  return people.ask((shop) => shop.createPaymentLink({ reference, endsAt, operator, replaces }));
}

async function openLink(people: People, link: PaymentLinkStatus | undefined, random: Random) {
  if (link === undefined) return undefined;
  await people.sleep(random.int(random.pick([20_000, 1_200_000])));
  const [linkId = "", token = ""] = link.url.split("/").slice(-2);
  const { ip, userAgent } = buyer;
  const opened = await people.ask((shop) => shop.openPaymentLink({ linkId, token, ip, userAgent }));
  const isAtGateway = opened?.state === "started" && opened.url.startsWith("https://gateway.test/page/");
  if (!isAtGateway) return undefined;
  return { attemptId: opened.url.split("/").at(-1) ?? "", state: "redirect", url: opened.url } as const;
}

interface LinkToWithdraw {
  readonly link: PaymentLinkStatus | undefined;
  readonly reference: string;
}

async function withdraw(people: People, { link, reference }: LinkToWithdraw, random: Random): Promise<void> {
  if (link === undefined || !random.chance(0.2)) return;
  await people.sleep(random.int(600_000));
  await people.ask((shop) => shop.withdrawPaymentLink({ reference, linkId: link.linkId, operator }));
}
