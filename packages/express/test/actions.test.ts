import { afterEach, expect, test } from "vitest";
import { functionActions, readingFields, routeActions } from "./actions.ts";
import { openCardShop } from "./card-shop.ts";
import { closeShops } from "./test-shop.ts";

afterEach(closeShops);

const names = (actions: typeof routeActions) => actions.map(({ action }) => action);

test("the table of actions has every function of pay that changes something", async () => {
  const { pay } = await openCardShop();
  expect([...names(functionActions), ...readingFields].toSorted()).toEqual(Object.keys(pay).toSorted());
});

test("each route that changes something refuses a caller without its token", async () => {
  const shop = await openCardShop({ options: { operations: { disputeWebhook: {} } } });
  const paths = { notify: "0/0", dispute: "default/10001/0", return: "0/0", card: "default/order-1" };
  for (const action of names(routeActions)) {
    const route = /(\w+)\//.exec(action)?.[1] as keyof typeof paths;
    const path = `/pay/${route}/${paths[route]}`;
    const body = "form_token=0&card_number=4242424242424242";
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" };
    const { status } = await shop.send(path, { method: "POST", headers, body });
    expect([route, status]).toEqual([route, route === "card" ? 403 : 404]);
  }
  expect((await shop.pay.attempts()).attempts).toEqual([]);
});
