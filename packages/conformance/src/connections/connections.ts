import { afterEach, describe, expect, test } from "vitest";
import type { RawConnection } from "./raw-connection.ts";
import { chunk, headOfChunks, headWithLength, lastChunk, wholeRequest } from "./requests.ts";
import {
  expectPrompt,
  isClosing,
  lineFor,
  type OpenShop,
  patience,
  prompt,
  type Target,
  targets,
  textOf,
  Visits,
  visit,
} from "./visits.ts";

const large = 300_000;
/** More than a shop reads of a body that it does not need. */
const endless = 4_000_000;

const everyTarget = Object.entries<Target>(targets);

/**
 * Holds a host to what a connection promises, as vitest tests: whatever a request sends, the next one on its connection is answered at
 * once, or the reply says that the connection ends.
 */
export function connections(name: string, open: OpenShop): void {
  describe(`${name}: connections`, () => {
    const visits = new Visits(open);
    afterEach(() => visits.close());
    largeBodies(visits);
    endlessBodies(visits);
    unfinishedBodies(visits);
    continuedBodies(visits);
  });
}

function largeBodies(visits: Visits): void {
  describe.each(["content-length", "chunked"] as const)("a body of 300 kB, %s", (how) => {
    test.each(everyTarget)("for %s: the next request is answered at once", async (_, target) => {
      const { shop, connection } = await visits.connect();
      connection.send(wholeRequest(lineFor(target, shop), how, large));
      const reply = await connection.reply();
      expect([textOf(reply), isClosing(reply)]).toEqual([target.answer, false]);
      await expectPrompt(shop, connection);
    });

    test("a pipelined request is answered after it", async () => {
      const { shop, connection } = await visits.connect();
      connection.send(wholeRequest({ path: shop.notifyPath }, how, large) + visit(shop));
      expect(textOf(await connection.reply())).toBe("413 large");
      expect((await connection.reply()).status).toBe(405);
    });

    test("the next visitors of a proxy with one connection get their answers", async () => {
      const { shop, proxy } = await visits.behindProxy();
      const sender = await visits.connectTo(proxy);
      sender.send(wholeRequest({ path: shop.notifyPath }, how, large));
      expect(textOf(await sender.reply())).toBe("413 large");
      for (let visitor = 0; visitor < 4; visitor++) {
        const sent = performance.now();
        const response = await fetch(proxy.origin + shop.notifyPath);
        expect(`${response.status} ${await response.text()}`).toBe("405 method");
        expect(performance.now() - sent).toBeLessThan(prompt);
      }
    });
  });
}

function endlessBodies(visits: Visits): void {
  test.each(everyTarget)("a body of 4 MB for %s: the reply closes the connection", async (_, target) => {
    const { shop, connection } = await visits.connect();
    connection.send(headOfChunks(lineFor(target, shop)));
    const sent = performance.now();
    await sendChunks(connection, endless);
    const reply = await connection.reply();
    expect([textOf(reply), isClosing(reply)]).toEqual([target.answer, true]);
    expect(performance.now() - sent).toBeLessThan(patience);
  });

  test("a sender that never stops is cut off", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(headOfChunks({ path: shop.notifyPath }));
    const sent = performance.now();
    await sendChunks(connection, Number.POSITIVE_INFINITY);
    expect(connection.isEnded).toBe(true);
    expect(performance.now() - sent).toBeLessThan(patience * 2);
  });
}

function unfinishedBodies(visits: Visits): void {
  test.each(["an unknown route", "another method"] as const)(
    "a body that stops half-way for %s: the reply comes and closes the connection",
    async (name) => {
      const { shop, connection } = await visits.connect();
      const target: Target = targets[name];
      const sent = performance.now();
      connection.send(`${headWithLength(lineFor(target, shop), 40_000)}a=x`);
      const reply = await connection.reply();
      expect([textOf(reply), isClosing(reply)]).toEqual([target.answer, true]);
      expect(performance.now() - sent).toBeLessThan(patience);
    },
  );

  test("a length over the limit is answered although the body never comes", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(headWithLength({ path: shop.notifyPath, method: "PUT" }, 10_000_000_000));
    const reply = await connection.reply();
    expect([textOf(reply), isClosing(reply)]).toEqual(["405 method", true]);
    await connection.ended();
  });

  test("a sender that goes away in the middle of a body leaves the shop as it was", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(headOfChunks({ path: shop.notifyPath }) + chunk("x".repeat(large)));
    connection.close();
    await expectPrompt(shop, await visits.connectTo(shop));
  });
}

function continuedBodies(visits: Visits): void {
  test("`Expect: 100-continue`: the shop asks for the body and answers the next request at once", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(headOfChunks({ path: shop.notifyPath, headers: "expect: 100-continue\r\n" }));
    expect((await connection.reply()).status).toBe(100);
    connection.send(chunk("x".repeat(large)) + lastChunk);
    expect(textOf(await connection.reply())).toBe("413 large");
    await expectPrompt(shop, connection);
  });
}

/** Sends chunks as fast as the shop takes them, until the connection ends. */
async function sendChunks(connection: RawConnection, bytes: number): Promise<void> {
  const piece = "x".repeat(65_536);
  for (let sent = 0; sent < bytes && !connection.isEnded; sent += piece.length) {
    connection.send(chunk(piece));
    await connection.flushed();
  }
}
