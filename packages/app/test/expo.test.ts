import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expoBrowser } from "../src/expo.ts";
import { openPayment, resumePayment } from "../src/index.ts";
import { Emitter } from "./bridge/emitter.ts";
import { importWithNativeSide } from "./bridge/import-with-native-side.ts";
import { InspectableStorage } from "./fake-opener-and-storage.ts";

/* The own code of expo-web-browser runs here, over a native side that this test drives. No phone is in it. */

const url = "https://gateway.example/pay/1";
const returnUrl = "teashop://paid";
const back = "teashop://paid?paymentStatus=succeeded&orderID=A1";

const entry = fileURLToPath(import.meta.resolve("expo-web-browser"));

/** What iOS and Android offer to `expo-web-browser`. */
class Device {
  readonly events = new Emitter();
  readonly asked: unknown[][] = [];
  answer: () => Promise<unknown> = () => new Promise(() => {});
  launchUrl: string | null = null;
  readonly #opened = Promise.withResolvers<void>();

  readonly opened = this.#opened.promise;

  open = (...asked: unknown[]): Promise<unknown> => {
    this.asked.push(asked);
    this.#opened.resolve();
    return this.answer();
  };

  webBrowser(os: "ios" | "android"): Promise<typeof import("expo-web-browser")> {
    const subscribe = (name: string, listener: () => void) => ({ remove: this.events.add(name, listener) });
    const module =
      os === "ios"
        ? { openAuthSessionAsync: this.open, dismissAuthSession: () => {} }
        : { openBrowserAsync: this.open };
    return importWithNativeSide(entry, {
      "expo-modules-core": { requireNativeModule: () => module, UnavailabilityError: Error },
      "react-native": {
        AppState: { currentState: "active", addEventListener: subscribe },
        Linking: { addEventListener: subscribe },
        Platform: { OS: os },
        processColor: (color: unknown) => color,
      },
    });
  }
}

let device: Device;

async function browserOn(os: "ios" | "android", to = returnUrl) {
  device = new Device();
  const webBrowser = await device.webBrowser(os);
  return expoBrowser({ webBrowser, linking: { getInitialURL: async () => device.launchUrl }, returnUrl: to });
}

test.each([
  [returnUrl, back, 1, false],
  ["https://shop.example/paid", "https://shop.example/paid?paymentStatus=fail", 2, true],
])(
  "on iOS the session of %s resolves with the return",
  async (...[to, returned, status, preferUniversalLinks]) => {
    const browser = await browserOn("ios", to);
    device.answer = async () => ({ type: "success", url: returned });
    expect(await openPayment({ url, browser })).toMatchObject({ status, confirmed: false });
    expect(device.asked).toEqual([[url, to, expect.objectContaining({ preferUniversalLinks })]]);
  },
);

test.each([
  [{ type: "cancel" }, "The payment page was closed."],
  [{ type: "success", url: "teashop://paid-not?paymentStatus=succeeded" }, "The payment page was closed."],
  [{ type: "locked" }, "The payment page could not be opened."],
])("on iOS, the browser's answer %j is a failure with its message", async (answer, message) => {
  const browser = await browserOn("ios");
  device.answer = async () => answer;
  expect(await openPayment({ url, browser })).toMatchObject({ status: 2, message, confirmed: false });
});

test.each([
  [["teashop://cart?paymentStatus=succeeded", back], { status: 1, orderId: "A1" }],
  [["teashop://paid.evil?paymentStatus=succeeded"], { status: 2, message: "The payment page was closed." }],
])("on Android the return arrives as a link: %j", async (links, result) => {
  const browser = await browserOn("android");
  device.answer = async () => ({ type: "opened" });
  const ended = openPayment({ url, browser });
  await device.opened;
  for (const link of links) device.events.emit("url", { url: link });
  expect(await ended).toMatchObject(result);
});

test("B-42: on Android a buyer who returns to the app has closed the page, and may have paid", async () => {
  const browser = await browserOn("android");
  device.answer = async () => ({ type: "opened" });
  const result = openPayment({ url, browser, status: async () => ({ state: "paid" }) });
  await device.opened;
  await Promise.resolve();
  device.events.emit("change", "active");
  expect(await result).toMatchObject({ status: 1, confirmed: true });
});

test("a session that does not open, and a missing module, fail with a message", async () => {
  const browser = await browserOn("android");
  device.answer = () => Promise.reject(new Error("No matching browser activity found"));
  const failed = { status: 2, message: "The payment page could not be opened." };
  expect(await openPayment({ url, browser })).toMatchObject(failed);
  const none = expoBrowser({ webBrowser: undefined as never, returnUrl });
  const missing = { status: 2, message: "There is nothing to open the payment page in." };
  expect(await openPayment({ url, browser: none })).toMatchObject(missing);
});

test("resumePayment resolves with the return that launched a killed app", async () => {
  const storage = new InspectableStorage();
  const browser = await browserOn("ios");
  const open = () => openPayment({ url, browser, attemptId: "A1", storage });
  void open();
  await device.opened;
  device.launchUrl = "teashop://paid2?paymentStatus=succeeded&orderID=A1";
  expect(await resumePayment({ browser, storage })).toMatchObject({ status: 2, orderId: "A1" });
  void open();
  device.launchUrl = back;
  await new Promise(setImmediate);
  expect(await resumePayment({ browser, storage })).toMatchObject({ status: 1, orderId: "A1" });
});
