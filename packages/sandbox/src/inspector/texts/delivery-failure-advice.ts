import type { Delivery, DeliveryOutcome } from "../../orders/order.ts";

/** The usual cause of each outcome, and where to look. For shop developers. That of a refusal depends on the reply. */
const advice: Readonly<Record<Exclude<DeliveryOutcome, "refused">, string>> = {
  ok: "",
  unreachable:
    "Is the shop running, and does it listen at this address and port? In a container, localhost is the container itself.",
  timeout: "Store the notification, answer OK, and do the rest of the work afterwards.",
  too_large:
    "The answer is longer than 4 kB. It should be the two letters OK, so this is probably a page of the shop.",
  redirect:
    "Redirects are not followed. Usual reasons: a login in front of the route, a move to https, or a slash at the end of the path.",
  dropped: "The shop has not seen this try, and that is what the fault is for.",
  own_address:
    "The sandbox posts nothing to itself. Start it at another port than the shop, or sell again with the address of the shop.",
};

export function findDeliveryFailureAdvice({ outcome, httpStatus = 0, reply = "" }: Delivery): string {
  return outcome === "refused" ? findMatchingAdvice(reply, httpStatus) : advice[outcome];
}

interface AdviceRule {
  readonly fits: (reply: string, httpStatus: number) => boolean;
  readonly says: string;
}

const adviceRules: readonly AdviceRule[] = [
  {
    fits: (reply) => /^\W*ok\W*$/i.test(reply),
    says: "Almost: the body must be the two capital letters OK, without quotation marks or anything else around them.",
  },
  {
    fits: (reply) => reply.trim() === "unsigned",
    says: "The shop found no sign. Check that it reads the body as a form, and that no fault of the sandbox removed it.",
  },
  {
    fits: (reply) => /mismatch|sign/i.test(reply),
    says: "The shop finds the signature wrong. Compare its signing text with the one below, and check that it uses this merchant's key.",
  },
  {
    fits: (reply) => reply.trim() === "foreign",
    says: "The notification names another merchant or order than this address is for.",
  },
  {
    fits: (_, status) => status === 404,
    says: "The shop has no such route. Check the path of pay_notifyurl and where the route is mounted.",
  },
  { fits: (_, status) => status === 405, says: "The route is there but takes no POST." },
  {
    fits: (_, status) => status === 401 || status === 403 || status === 419,
    says: "It refuses the request before reading it: look for a login, CSRF protection or a firewall in front of the route.",
  },
  {
    fits: (_, status) => status === 400 || status === 415 || status === 422,
    says: "It does not understand the body: notifications are application/x-www-form-urlencoded, not JSON.",
  },
  { fits: (_, status) => status === 429, says: "The shop limits how often this route may be called." },
  { fits: (_, status) => status >= 500, says: "The shop failed while it handled this. Its log says more." },
  {
    fits: (reply) => /^\s*</.test(reply),
    says: "It answered with a page. The route is probably caught by the shop's pages, and never reached.",
  },
  { fits: (reply) => reply === "", says: "The body is empty. Write the two letters OK." },
];

/** Returns the first matching advice: the shop's own text counts before its status. */
function findMatchingAdvice(reply: string, httpStatus: number): string {
  return (
    adviceRules.find(({ fits }) => fits(reply, httpStatus))?.says ??
    "Only the two letters OK count as received."
  );
}
