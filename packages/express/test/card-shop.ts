import { type CardSaleWithoutCardDetails, money } from "../src/index.ts";
import { buyer, type ShopSetup, type TestRequest, type TestResponse, TestShop } from "./test-shop.ts";

const { ip: _ip, userAgent: _userAgent, ...person } = buyer;
export const testCardNumber = "4242424242424242";
/** Four digits alone may be the port of a shop. */
export const partialCardNumberPattern = /4242 ?4242/;

export const cardSale = ({
  reference,
  tenant,
}: {
  reference: string;
  tenant?: string;
}): CardSaleWithoutCardDetails => ({
  reference,
  ...(tenant === undefined ? {} : { tenant }),
  variant: "card",
  amount: money(1999, "USD"),
  buyer: person,
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
});

/** Everything that the shop could log: events, errors, request bodies seen after the router. */
export const loggedValues: unknown[] = [];

export async function openCardShop(setting: ShopSetup = {}): Promise<TestShop> {
  loggedValues.length = 0;
  const shop = await TestShop.open({
    ...setting,
    before: (app) => {
      app.set("trust proxy", true);
      app.use((request, response, next) => {
        response.on("finish", () => loggedValues.push(request.body, request.headers, Object.keys(request)));
        next();
      });
      setting.before?.(app);
    },
    after: (app) =>
      // biome-ignore lint/complexity/useMaxParams: by its four parameters Express knows a handler of errors
      app.use((error: unknown, request: unknown, _response: unknown, next: (error: unknown) => void) => {
        loggedValues.push(error, request);
        next(error);
      }),
    options: { acceptRawCards: true, cardSale, ...setting.options },
  });
  return shop;
}

export interface PostedCard extends TestRequest {
  readonly reference?: string;
  readonly tenant?: string;
  readonly fields?: Record<string, string>;
}

export async function postCard(
  shop: TestShop,
  { reference = "order-1", tenant = "default", fields, headers, ...sent }: PostedCard = {},
): Promise<TestResponse> {
  const { action, formToken } = await shop.pay.cardForm({ reference, tenant });
  return shop.send(new URL(action).pathname, {
    headers: { origin: shop.origin, "user-agent": "Lynx/2.9", "x-forwarded-for": "198.51.100.4", ...headers },
    body: {
      card_number: "4242 4242 4242 4242",
      card_month: "12",
      card_year: "2099",
      card_cvv: "321",
      form_token: formToken,
      ...fields,
    },
    ...sent,
  });
}

export async function formToken(shop: TestShop, reference = "order-1"): Promise<string> {
  return (await shop.pay.cardForm({ reference })).formToken;
}

export const acceptJsonHeaders = { accept: "application/json" };
