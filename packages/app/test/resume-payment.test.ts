import { expect, onTestFinished, test, vi } from "vitest";
import { openPayment, type PaymentStorage, resumePayment } from "../src/index.ts";
import { browserWithOutcome, InspectableStorage, leave } from "./fake-opener-and-storage.ts";

const url = "https://gateway.example/pay/1";
const status = async () => ({ state: "paid" });
const pending = async () => ({ state: "pending" });
const paid = { status: 1, message: "Payment successful.", orderId: "A1", confirmed: true };
const gone = { message: "The screen with the payment page is gone.", orderId: "A1" };
const idle = browserWithOutcome("closed");
const openedBy = (query: string) =>
  browserWithOutcome("closed", { openedBy: () => `teashop://paid?${query}` });

/** An app that dies while the payment page is open. */
const killed = (storage: PaymentStorage, more: { status?: string } = {}) => leave(storage, "A1", more);

test("the storage has only the shop's address, the gateway order ID and the time, and that address is asked", async () => {
  const storage = new InspectableStorage();
  const address = "https://shop.example/orders/7/payment";
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ state: "failed" }));
  onTestFinished(() => void fetched.mockRestore());
  await killed(storage, { status: address });
  const stored = JSON.parse([...storage.kept.values()].join());
  expect(stored).toEqual({ attemptId: "A1", status: address, at: expect.any(Number) });
  expect(await resumePayment({ browser: idle, storage, status })).toMatchObject({ status: 2, orderId: "A1" });
  expect(fetched).toHaveBeenCalledWith(address, expect.anything());
});

test("a killed app asks the function status once, with the gateway order ID of the open payment", async () => {
  const storage = new InspectableStorage();
  await killed(storage);
  const asked = vi.fn<(attemptId: string) => Promise<{ state: string }>>(status);
  expect(await resumePayment({ browser: idle, storage, status: asked })).toEqual(paid);
  expect(await resumePayment({ browser: idle, storage, status: asked })).toBeUndefined();
  expect(asked.mock.calls).toEqual([["A1"]]);
});

test.each([
  ["launch_failed", 0],
  ["closed", 1],
] as const)(
  "after %s the page is closed %i times, because the page of an earlier call stays open",
  async (...row) => {
    const close = vi.fn();
    await openPayment({ url, browser: browserWithOutcome(row[0], { close }), status: pending, patience: 1 });
    expect(close).toHaveBeenCalledTimes(row[1]);
  },
);

test("without a shop to ask, resumePayment reports that the screen is gone, or the return that opened the app", async () => {
  const storage = new InspectableStorage();
  await killed(storage);
  expect(await resumePayment({ browser: idle, storage })).toEqual({ status: 2, ...gone, confirmed: false });
  expect(await resumePayment({ browser: idle, storage })).toBeUndefined();
  await killed(storage);
  const back = openedBy("paymentStatus=succeeded&orderID=A1");
  expect(await resumePayment({ browser: back, storage })).toEqual({ ...paid, confirmed: false });
});

test("B-42: a forged return confirms nothing without an open payment", async () => {
  const storage = new InspectableStorage();
  const browser = openedBy("paymentStatus=succeeded&orderID=A1");
  expect(await resumePayment({ browser, storage })).toBeUndefined();
  const result = await resumePayment({ browser, storage, status: pending, patience: 1 });
  expect(result).toMatchObject({ status: 0, confirmed: true });
});

test("a payment that the app opens while the shop answers about a return stays stored", async () => {
  const storage = new InspectableStorage();
  const back = openedBy("paymentStatus=succeeded&orderID=B2");
  const meanwhile = async () => {
    await killed(storage);
    return status();
  };
  expect(await resumePayment({ browser: back, storage, status: meanwhile })).toEqual({
    ...paid,
    orderId: "",
  });
  expect(await resumePayment({ browser: idle, storage, status })).toEqual(paid);
});

test("the return address without the two fields is a return only if the shop can be asked", async () => {
  const storage = new InspectableStorage();
  const browser = openedBy("");
  expect(await resumePayment({ browser, storage })).toBeUndefined();
  expect(await resumePayment({ browser, storage, status })).toEqual({ ...paid, orderId: "" });
  await killed(storage);
  const unconfirmed = { status: 0, message: "The payment is not confirmed yet.", orderId: "A1" };
  expect(await resumePayment({ browser, storage, status: pending, patience: 1 })).toMatchObject(unconfirmed);
  expect(await resumePayment({ browser, storage })).toMatchObject(gone);
});

test("resumePayment resolves also if the waiting tab removes the stored payment at the same time", async () => {
  const storage = new InspectableStorage();
  await killed(storage);
  const openedBy = () => {
    storage.kept.clear();
    return "https://shop.example/paid?paymentStatus=succeeded&orderID=A1" as const;
  };
  const browser = browserWithOutcome("closed", { openedBy });
  expect(await resumePayment({ browser, storage, status })).toEqual(paid);
});

test("the storage is empty after a payment has ended, or did not start", async () => {
  const storage = new InspectableStorage();
  for (const ending of ["closed", "launch_failed", "teashop://paid?paymentStatus=fail"] as const)
    await openPayment({ url, browser: browserWithOutcome(ending), storage });
  await openPayment({ url, browser: idle, storage, status });
  await openPayment({ url, browser: browserWithOutcome("launch_failed"), storage, status: pending });
  expect(storage.kept.size).toBe(0);
  await openPayment({ url, browser: idle, storage, status: pending, patience: 1 });
  expect(storage.kept.size).toBe(1);
});

test("resumePayment ignores a payment that is older than a day", async () => {
  const storage = new InspectableStorage();
  await killed(storage);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
  expect(await resumePayment({ browser: idle, storage, status })).toBeUndefined();
  vi.useRealTimers();
});

test("a blocked, corrupt or missing storage does not prevent a payment", async () => {
  const throws = () => {
    throw new Error("SecurityError");
  };
  const rejects = () => Promise.reject(new Error("QuotaExceededError"));
  const blocked: PaymentStorage = { getItem: throws, setItem: throws, removeItem: rejects };
  const spoiled = { ...blocked, getItem: () => "{" };
  for (const storage of [blocked, spoiled, undefined]) {
    expect(await openPayment({ url, browser: idle, storage, status, attemptId: "A1" })).toEqual(paid);
    expect(await resumePayment({ browser: idle, storage, status })).toBeUndefined();
  }
});

test("resumePayment continues if the platform cannot return the launch address", async () => {
  const storage = new InspectableStorage();
  await killed(storage);
  const browser = browserWithOutcome("closed", { openedBy: () => Promise.reject(new Error("no bridge")) });
  expect(await resumePayment({ browser, storage, status })).toEqual(paid);
});
