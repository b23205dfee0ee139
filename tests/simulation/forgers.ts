import type { GatewayMessage } from "./books.ts";
import type { FaultName } from "./faults.ts";
import { chargeFields, type Fields, type GatewayOrder, sign } from "./ledger.ts";
import type { People } from "./people.ts";
import { Random } from "./random.ts";
import type { Shop } from "./shop.ts";

const guessed = "0".repeat(26);
const datetime = "20260301120000";
const badConnections: readonly FaultName[] = [
  "connection lost before",
  "connection lost after",
  "database away",
  "process dies",
];

/** People who know addresses, or see messages, and have no key of the merchant. */
export async function forgeMessages(people: People): Promise<void> {
  const { world, gateway } = people.shop;
  const random = new Random(world.plan.seed, "forgers");
  while (world.hasFaults) {
    await people.sleep(random.int(world.plan.faultsEnd / 30));
    const orders = [...gateway.orders.values()];
    if (orders.length === 0 || !world.happens("forged message")) continue;
    const order = random.pick(orders);
    const message = random.pick(forgeries)(order, people.shop, random);
    if (message !== undefined) await gateway.post({ to: "notify", order, ...message });
    if (random.chance(0.1)) await guessAddresses(people, order);
    if (random.chance(0.3)) await openPages(people, order);
  }
}

/** Opens the buyer's page of somebody else with a guessed token, and the own one without having paid. */
async function openPages(people: People, { id, form }: GatewayOrder): Promise<void> {
  const fields = { paymentStatus: "succeeded", orderID: id };
  const open = (token: string) => people.ask((shop) => shop.handleReturn({ attemptId: id, token, fields }));
  const seen = await open(guessed);
  people.shop.world.check(seen === undefined, "the token of a buyer's page is checked", id);
  await open((form.get("pay_callbackurl") ?? "").split("/").at(-1) ?? "");
}

/** Many requests to unknown addresses from one network: some are refused as too many. */
async function guessAddresses({ shop: { world, gateway } }: People, order: GatewayOrder): Promise<void> {
  const { options, rates } = world.plan;
  const limit = options.failedNotificationLimit ?? 1000;
  if (limit > 10 || badConnections.some((fault) => rates.has(fault))) return;
  const statuses: (number | undefined)[] = [];
  const message = { to: "notify", order, fields: {}, forgery: "unknown address", token: guessed } as const;
  // For a moment after the secret was replaced, some processes count by the old one, and others by the new one.
  for (let each = 0; each <= 2 * limit; each++) statuses.push((await gateway.post(message))?.status);
  // The shop may have restarted meanwhile, such as after a restored backup.
  const isAnswered = !statuses.includes(undefined);
  if (!isAnswered || badConnections.some((fault) => world.happened.has(fault))) return;
  world.check(statuses.includes(429), "requests to unknown addresses are limited", statuses.join(" "));
}

type Forged = Pick<GatewayMessage, "fields"> & Partial<GatewayMessage>;
type Forge = (order: GatewayOrder, shop: Shop, random: Random) => Forged | undefined;

/** A success that nobody paid. */
function claim(order: GatewayOrder, id = "T0"): Fields {
  const { firstMinor: minor, currency } = order;
  return chargeFields(
    { id, order, cycle: 1, minor, currency, oddity: undefined, refunds: [], knownAt: undefined },
    datetime,
  );
}

const signClaim = (order: GatewayOrder, { world }: Shop, key = order.merchant.key) =>
  sign(claim(order), key, world.plan.signRule);

const forgeries: readonly Forge[] = [
  (order) => ({ fields: claim(order), forgery: "unsigned" }),
  (order, shop) => ({ fields: signClaim(order, shop, "a wrong key"), forgery: "wrong key" }),
  (order, shop) => ({ fields: signClaim(order, shop), forgery: "wrong token", token: guessed }),
  (order, { world, merchants }, random) => {
    const other = merchants.find(({ id }) => id !== order.merchant.id) ?? order.merchant;
    const named = random.chance(0.5) ? { memberid: other.id } : {};
    return {
      fields: sign({ ...claim(order), ...named }, other.key, world.plan.signRule),
      forgery: "another merchant",
    };
  },
  // A message that the gateway signed for another order of the merchant.
  (order, shop) => {
    const isOther = (each: GatewayOrder) =>
      each !== order && each.merchant === order.merchant && each.charges.length > 0;
    const other = [...shop.gateway.orders.values()].find(isOther);
    return other === undefined || order.cycles > 0
      ? undefined
      : { fields: signClaim(other, shop), forgery: "another order" };
  },
  // A reply to a query, which says that the query worked and that nobody paid.
  (order) => {
    const { datetime: _, attach: __, ...reply } = claim(order);
    return {
      fields: sign({ ...reply, trade_state: "NOTPAY" }, order.merchant.key, "received"),
      forgery: "another type",
    };
  },
  (order, { world }) => {
    const { currency: _, ...fields } = sign(
      { ...claim(order), currency: "USD" },
      order.merchant.key,
      world.plan.signRule,
    );
    return { fields, forgery: "without its currency" };
  },
  (order, { world }) => {
    const charge = order.charges.find(({ oddity }) => oddity === undefined);
    if (charge === undefined) return undefined;
    const fields = sign(chargeFields(charge, datetime), order.merchant.key, world.plan.signRule);
    return { fields, forgery: "wrong sender", isPermitted: false };
  },
  // A genuine success with a field that nobody signed: it still counts, and the field does not.
  (order, { world }) => {
    const charge = order.charges.find(({ oddity }) => oddity === undefined);
    if (charge === undefined || world.plan.signRule !== "fields") return undefined;
    const fields = sign(chargeFields(charge, datetime), order.merchant.key, "fields");
    const onKnown = () => {
      charge.knownAt ??= world.now;
    };
    return { fields: { ...fields, alert_type: "refund" }, onKnown };
  },
  (order) => {
    const { memberid = "", orderid = "", amount = "" } = claim(order);
    const named = {
      memberid,
      orderid,
      amount,
      transaction_id: order.charges[0]?.id ?? "T0",
      refund_amount: amount,
    };
    const texts = {
      alert_datetime: "2026-03-05 10:00:00",
      alert_content: "x",
      alert_type: "Chargebacks",
      alert_status: "00",
    };
    return { fields: { ...named, ...texts, sign: guessed }, forgery: "dispute", to: "dispute" };
  },
];
