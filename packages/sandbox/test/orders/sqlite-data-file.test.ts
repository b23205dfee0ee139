import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, SandboxError } from "../../src/index.ts";
import { merchants } from "../../src/merchants.ts";
import { OrderStore } from "../../src/orders/order-store.ts";
import { SqliteDataFile } from "../../src/orders/sqlite-data-file.ts";
import { rejectionMessage } from "../../src/sale-endpoint/sale-checks.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-data-"));
  file = join(folder, "sandbox.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("continues after a restart with orders, timelines, planned notifications, faults, quirks and the clock", async () => {
  const first = await setUpSandbox({ data: file }, (response) => void response.end("no"));
  await first.sell("R");
  await first.control.nextDelivery("R");
  await first.control.advance({ days: 40 });
  await first.sell("R2");
  await first.control.nextDelivery("R2");
  await first.control.setFaults({ of: "all" }, [{ kind: "wrong_currency", currency: "JPY" }]);
  await first.control.setQuirks("utc_plus_8");
  const before = await first.control.orderDetails("R");
  const clock = await first.control.clock();
  await first.sandbox.close();

  const second = await setUpSandbox({ data: file });
  expect(await second.control.orderDetails("R")).toEqual(before);
  expect((await second.control.clock()).now).toBe(clock.now);
  expect((await second.control.quirks()).profile).toBe("utc_plus_8");
  await second.control.advance({ seconds: 10 });
  expect(first.notifications().at(-1)).toMatchObject({ orderid: "R2", currency: "JPY" });
  expect((await second.control.orderDetails("R2")).deliveries.map((delivery) => delivery.try)).toEqual([
    1, 2,
  ]);
  // an order ID stays spent
  expect(await second.sell("R")).toMatchObject({
    status: "error",
    msg: expect.stringContaining("duplicate"),
  });
});

it.skipIf(process.platform === "win32")("only its user can read a new file and those beside it", async () => {
  const { sell } = await setUpSandbox({ data: file });
  await sell("R");
  for (const name of readdirSync(folder))
    expect({ name, mode: statSync(join(folder, name)).mode & 0o777 }).toEqual({ name, mode: 0o600 });
});

it("sends the notifications that were in progress when it was killed", async () => {
  const { sandbox, control, sell, shop } = await setUpSandbox({ data: file }, () => {});
  await sell("K");
  await once(() => shop.received.length === 1);
  copyAsKilled();
  for (const { request } of shop.received) request.socket.destroy();
  await control.nextDelivery("K");
  await sandbox.close();
  const again = await setUpSandbox({ data: `${file}.copy`, frozen: false, deliveryTimeout: 300 });
  expect((await again.control.nextDelivery("K", { timeout: 10_000 })).try).toBe(1);
  expect(shop.received).toHaveLength(2);
});

it.each([true, false])("restores the clock if it is killed during a move (frozen: %s)", async (frozen) => {
  // the first try gets no answer: the move stands at it
  const { control, sell, shop } = await setUpSandbox({ data: file, frozen }, (response, count) => {
    if (count > 1) response.end("OK");
  });
  const before = Date.parse((await control.clock()).now);
  await control.setFaults({ of: "next" }, [{ kind: "delay", seconds: 600 }]);
  await sell("MOVED");
  const moving = control.advance({ seconds: 1000 });
  await once(() => shop.received.length === 1);
  copyAsKilled();
  for (const { request } of shop.received) request.socket.destroy();
  await moving;
  const again = await createSandbox({ port: 0, data: `${file}.copy` });
  const { now, frozen: stands } = await again.clock();
  await again.close();
  expect(stands).toBe(frozen);
  expect(Date.parse(now) - before).toBeGreaterThanOrEqual(600_000);
  expect(Date.parse(now) - before).toBeLessThan(frozen ? 600_001 : 660_000);
});

it("keeps the reached time if it is closed during a move, and runs the rest later", async () => {
  const first = await setUpSandbox({ data: file }, (response) => {
    closing ??= first.sandbox.close();
    response.end("OK");
  });
  let closing: Promise<void> | undefined;
  const before = Date.parse((await first.control.clock()).now);
  for (const [order, seconds] of [
    ["AT-600", 600],
    ["AT-800", 800],
  ] as const) {
    await first.control.setFaults({ of: "next" }, [{ kind: "delay", seconds }]);
    await first.sell(order);
  }
  await expect(first.sandbox.advance({ seconds: 1000 })).rejects.toMatchObject({ code: "closed" });
  await closing;
  const second = await setUpSandbox({ data: file });
  expect(Date.parse((await second.control.clock()).now) - before).toBe(600_000);
  await second.control.advance({ seconds: 1000 });
  const [delivery] = (await second.control.orderDetails("AT-800")).deliveries;
  expect(Date.parse(delivery!.at) - before).toBe(800_000);
});

/** What a killed process leaves: the file as it is at this moment. */
function copyAsKilled(): void {
  for (const end of ["", "-wal"]) writeFileSync(`${file}.copy${end}`, readFileSync(file + end));
}

/** Looks at each turn of the event loop. */
async function once(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

it("refuses a file that another sandbox uses, a file of another program, and a file that cannot be opened", async () => {
  const { sandbox } = await setUpSandbox({ data: file });
  await expect(createSandbox({ port: 0, data: file })).rejects.toMatchObject({
    code: "data_file_in_use",
    message: `another sandbox works on the data file ${file}`,
  });
  await sandbox.close();
  await expect(createSandbox({ port: 0, data: file }).then((one) => one.close())).resolves.toBeUndefined();
  const text = join(folder, "notes.txt");
  writeFileSync(text, "not a database at all, and long enough to look like one".repeat(100));
  const other = join(folder, "shop.db");
  const theirs = new DatabaseSync(other);
  theirs.exec("CREATE TABLE orders (id)");
  theirs.close();
  const before = readFileSync(other);
  for (const path of [text, other, join(folder, "none", "x.db"), folder]) {
    await expect(createSandbox({ port: 0, data: path })).rejects.toMatchObject({
      code: "data_file_unusable",
      message: expect.stringMatching(/^[^\n]+$/),
    });
  }
  expect(readFileSync(text, "utf8")).toMatch(/^not a database/);
  expect(readFileSync(other).equals(before)).toBe(true);
});

function addOrder(onEvent: () => void) {
  const data = new SqliteDataFile(file);
  const orderStore = new OrderStore({ data, now: () => 0, onEvent });
  const address = "http://127.0.0.1:9/";
  const sale = { orderId: "KEPT", amount: "1.00", currency: "EUR", items: [], method: "", appScheme: "" };
  const order = orderStore.add(
    { ...sale, language: "en", notifyUrl: address, callbackUrl: address, shopUrl: address },
    {
      merchant: merchants[0]!,
      notify: { url: new URL(address), addresses: [], loopback: true },
      createdAt: 0,
      faults: [],
      strictProblems: [],
    },
  );
  const pay = (text = "") =>
    orderStore.change(order, () => {
      order.state = "paid";
      orderStore.note(order, { type: "warning", says: text });
    });
  return { data, orderStore, order, pay };
}

it("changes an order and its timeline together or not at all, and refuses sales while the disk is full", () => {
  const { data, orderStore, order, pay } = addOrder(() => {});
  data.run("PRAGMA max_page_count = 20");
  const full = expect.objectContaining({ code: "disk_full" });
  expect(() => pay("x".repeat(200_000))).toThrow(full);
  expect([order.state, order.eventCount, orderStore.timeline(order)]).toEqual(["pending", 0, []]);
  expect(rejectionMessage(new SandboxError("disk_full", "it is full"))).toMatch(
    /cannot keep this sale: it is/,
  );
  data.close();
  expect(() => data.setting("s0")).toThrow(expect.objectContaining({ code: "closed" }));
});

it("a failing listener does not roll back a stored change", () => {
  const { data, orderStore, order, pay } = addOrder(() => {
    throw new Error("nobody listens");
  });
  expect(() => pay()).toThrow("nobody listens");
  expect([order.state, order.eventCount, orderStore.timeline(order).length]).toEqual(["paid", 1, 1]);
  data.close();
});

it("reports an internal error without its details", async () => {
  const lines: string[] = [];
  const first = await setUpSandbox({ data: file });
  await first.sell("BROKEN", {}, "hosted");
  await first.sandbox.close();
  const database = new DatabaseSync(file);
  database.exec("UPDATE orders SET record = 'inner, and no JSON'");
  database.close();
  const { sandbox, control } = await setUpSandbox({ data: file, log: (line) => lines.push(line) });
  const answer = await fetch(`${sandbox.url}/_sandbox/orders/BROKEN`);
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { code: "failed", error: "the sandbox failed; its log says more" },
  ]);
  await expect(control.orderDetails("BROKEN")).rejects.toMatchObject({ code: "failed" });
  expect(lines.join()).toContain("/_sandbox/orders/BROKEN failed");
});
