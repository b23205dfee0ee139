import { checkGuarantee } from "../broken-guarantee.ts";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import { canaryCard, oddValues } from "../messages/odd-texts.ts";
import { NotificationPlay } from "../notification-play.ts";
import type { Random } from "../random.ts";
import { ExpressShop } from "../shops/express-shop.ts";
import { randomSale, randomSettings } from "../shops/random-settings.ts";
import { RawHttpConnection, type RawResponse } from "../shops/raw-http-connection.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

/** Text that a page must not repeat unescaped. */
const markup = `<fuzz'"&>`;

/** What buyers, and strangers who pretend to be, can reach. */
export const buyerPagesTarget: FuzzTarget = {
  name: "buyer",
  about:
    "the buyer's routes: wait, status, state, return and card, with odd paths, tokens, queries, methods and headers",
  share: 4,
  perShop: 500,
  async open(random) {
    const shop = await ExpressShop.open({ ...randomSettings(random), release: 5, parsers: [] });
    const play = new NotificationPlay(shop, () => Promise.reject(new Error("not used")));
    const scenes: FuzzedAttempt[] = [];
    for (const at of [0, 1, 2])
      scenes.push(
        await play.start(
          { ...randomSale(random, `standing-${at}`), tenant: "default", variant: "hosted" },
          random,
        ),
      );
    let sent = "";
    return {
      async input(_, inputRandom) {
        const scene = inputRandom.pick(scenes);
        const request = await buyerRequest({ scene, other: inputRandom.pick(scenes), shop }, inputRandom);
        sent = request.bytes;
        const wire = await RawHttpConnection.open(shop.port);
        wire.write(sent);
        const reaction = await wire.react(5, { hasBody: request.method !== "HEAD" });
        wire.close();
        if (reaction === "closed") checkGuarantee(!request.isProper, "a proper request was not answered");
        else checkAnswer(reaction, request, shop);
        await play.verify([scene]);
      },
      transcript: () => ({ sent }),
      async close() {
        const file = await shop.file();
        await shop.close();
        checkGuarantee(!file.includes(canaryCard), "the database holds a card number");
      },
    };
  },
};

interface BuyerRequest {
  readonly bytes: string;
  readonly method: string;
  /** Every part of it is HTTP, so that it must be answered. */
  readonly isProper: boolean;
  /** The only status that is right; undefined where several are. */
  readonly status?: number;
}

interface About {
  readonly scene: FuzzedAttempt;
  readonly other: FuzzedAttempt;
  readonly shop: ExpressShop;
}

const routes = ["wait", "status", "state", "return"] as const;

async function buyerRequest(about: About, random: Random): Promise<BuyerRequest> {
  if (random.chance(0.15)) return cardRequest(about, random);
  const { scene, other } = about;
  const route = random.pick(routes);
  const isOwn = random.chance(0.4);
  const token = route === "state" ? scene.stateToken : scene.returnToken;
  const wrong = random.pick([
    other.notifyToken,
    scene.notifyToken,
    "",
    "0".repeat(26),
    "%2e%2e",
    "__proto__",
    token.toLowerCase(),
    `${token}%00`,
    `${token}/x`,
    markup.replaceAll(/["<> ]/g, (each) => encodeURIComponent(each)),
  ]);
  const method = isOwn
    ? "GET"
    : random.pick(["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"]);
  const query = random.pick([
    "",
    "",
    `?paymentStatus=succeeded&orderID=${scene.attemptId}`,
    "?hint=fail&asked=9999",
    `?a=${encodeURIComponent(markup)}`,
    "?__proto__[x]=1&constructor=2",
    `?${"q=1&".repeat(500)}`,
    "?%",
    "?%ff",
    "?hint=%0d%0aX-Injected:1",
  ]);
  const path = `/pay/${route}/${scene.attemptId}/${isOwn ? token : wrong}${query}`;
  const headers = oddHeaders(random);
  const body =
    method === "POST"
      ? random.pick(["", "paymentStatus=fail&orderID=x", "a=%ff", "{}", "x".repeat(40_000)])
      : "";
  const bytes = [
    `${method} ${path} HTTP/1.1`,
    "Host: shop",
    `Content-Length: ${body.length}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
  const status = { wait: 200, status: 200, state: 200, return: 303 }[route];
  return { bytes, method, isProper: method !== "BREW", ...(isOwn ? { status } : {}) };
}

function oddHeaders(random: Random): string[] {
  const all = [
    `Accept-Language: ${random.pick(["zh", "ar;q=0.9", "*", "x".repeat(500), "en-GB,en;q=0", ";;;"])}`,
    `Accept: ${random.pick(["application/json", "text/html", "*/*", ""])}`,
    "Origin: https://evil.example",
    "Cookie: session=1; __proto__=x",
    "X-Forwarded-For: 203.0.113.9",
    "X-Forwarded-Host: evil.example",
    `Content-Type: ${random.pick(["application/x-www-form-urlencoded", "application/json", "text/html", "x"])}`,
    "If-None-Match: *",
    "Range: bytes=0-1",
  ];
  return all.filter(() => random.chance(0.2));
}

/** A card form. The address differs from input to input, because the shop limits attempts of one address. */
async function cardRequest({ scene, shop }: About, random: Random): Promise<BuyerRequest> {
  const address = `198.51.${random.int(256)}.${random.int(256)}`;
  const form: Record<string, string> = {
    card_number: canaryCard,
    card_month: "12",
    card_year: "2039",
    card_cvv: "987",
    form_token: random.chance(0.7) ? (await shop.pay.cardForm(scene)).formToken : random.pick(oddValues),
  };
  for (const name of Object.keys(form))
    if (random.chance(0.2)) form[name] = random.pick([...oddValues, `${canaryCard} x`]);
  const body = new URLSearchParams(form).toString();
  const origin = random.chance(0.8) ? shop.origin : random.pick(["https://evil.example", "null", markup]);
  const reference = random.chance(0.9) ? scene.reference : random.pick(["none", "%ff", "__proto__", "..%2f"]);
  const bytes = [
    `POST /pay/card/default/${reference} HTTP/1.1`,
    "Host: shop",
    `Origin: ${origin}`,
    `X-Forwarded-For: ${address}`,
    `Accept: ${random.pick(["application/json", "text/html"])}`,
    `Content-Type: ${random.chance(0.9) ? "application/x-www-form-urlencoded" : "application/json"}`,
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
  return { bytes, method: "POST", isProper: true };
}

function checkAnswer({ status, head, body }: RawResponse, request: BuyerRequest, shop: ExpressShop): void {
  checkGuarantee(status < 500, `a buyer's request was answered ${status}`);
  checkGuarantee(
    request.status === undefined || status === request.status,
    `must answer ${request.status} and answered ${status}`,
  );
  checkGuarantee(
    !body.includes(markup) && !body.includes("<script>alert(1)"),
    "a page repeats markup of the request",
  );
  checkGuarantee(!/^x-injected/im.test(head), "a header of the request came back as a header");
  checkGuarantee(!body.includes(canaryCard) && !head.includes(canaryCard), "an answer holds a card number");
  const location = /^location: (.*)$/im.exec(head)?.[1];
  const isKnown =
    location === undefined ||
    location.startsWith(`${shop.origin}/pay/`) ||
    /^\/(?:orders|retry)\/|^http:\/\/127\.0\.0\.1:4400\/page\//.test(location);
  checkGuarantee(isKnown, `a buyer is sent to ${location}`);
  const isPage = /^content-type: text\/html/im.test(head);
  checkGuarantee(
    !isPage || /^content-security-policy: /im.test(head),
    "a page has no content security policy",
  );
}
