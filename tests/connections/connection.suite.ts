import { afterEach, describe, expect, test } from "vitest";
import {
  closesConnection,
  expectPromptReply,
  maxReplyMilliseconds,
  type OpenShopPayment,
  type RequestTarget,
  requestTargets,
  requestWithWrongMethod,
  resolveRequestTarget,
  statusAndBodyText,
  TestConnections,
} from "./connection-test-helpers.ts";
import type { RawConnection } from "./raw-connection.ts";
import {
  chunkedRequestHead,
  encodeChunk,
  lastChunk,
  requestHeadWithLength,
  wholeRequest,
} from "./raw-requests.ts";

const largeBodyBytes = 300_000;
/** More bytes than a shop reads of a body that it does not need. */
const endlessBodyBytes = 4_000_000;

const allTargets = Object.entries<RequestTarget>(requestTargets);

/**
 * Checks the connections of a host, as vitest tests: whatever a request sends, the shop answers the next request on the same connection
 * immediately, or its reply announces that the connection ends.
 */
export function connectionSuite(name: string, open: OpenShopPayment): void {
  describe(`${name}: connections`, () => {
    const visits = new TestConnections(open);
    afterEach(() => visits.close());
    testLargeBodies(visits);
    testEndlessBodies(visits);
    testUnfinishedBodies(visits);
    testContinuedBodies(visits);
  });
}

function testLargeBodies(visits: TestConnections): void {
  describe.each(["content-length", "chunked"] as const)("a body of 300 kB, %s", (how) => {
    test.each(allTargets)("for %s: the next request is answered at once", async (_, target) => {
      const { shop, connection } = await visits.connect();
      connection.send(wholeRequest(resolveRequestTarget(target, shop), how, largeBodyBytes));
      const reply = await connection.reply();
      expect([statusAndBodyText(reply), closesConnection(reply)]).toEqual([target.answer, false]);
      await expectPromptReply(shop, connection);
    });

    test("the shop answers a pipelined request afterwards", async () => {
      const { shop, connection } = await visits.connect();
      connection.send(
        wholeRequest({ path: shop.notifyPath }, how, largeBodyBytes) + requestWithWrongMethod(shop),
      );
      expect(statusAndBodyText(await connection.reply())).toBe("413 large");
      expect((await connection.reply()).status).toBe(405);
    });

    test("the next visitors of a proxy with one connection get their answers", async () => {
      const { shop, proxy } = await visits.behindProxy();
      const sender = await visits.connectTo(proxy);
      sender.send(wholeRequest({ path: shop.notifyPath }, how, largeBodyBytes));
      expect(statusAndBodyText(await sender.reply())).toBe("413 large");
      for (let visitor = 0; visitor < 4; visitor++) {
        const sent = performance.now();
        const response = await fetch(proxy.origin + shop.notifyPath);
        expect(`${response.status} ${await response.text()}`).toBe("405 method");
        expect(performance.now() - sent).toBeLessThan(maxReplyMilliseconds);
      }
    });
  });
}

function testEndlessBodies(visits: TestConnections): void {
  test.each(allTargets)("a body of 4 MB for %s: the reply closes the connection", async (_, target) => {
    const { shop, connection } = await visits.connect();
    connection.send(chunkedRequestHead(resolveRequestTarget(target, shop)));
    const sent = performance.now();
    await sendChunks(connection, endlessBodyBytes);
    const reply = await connection.reply();
    expect([statusAndBodyText(reply), closesConnection(reply)]).toEqual([target.answer, true]);
    expect(performance.now() - sent).toBeLessThan(maxReplyMilliseconds);
  });

  test("a sender that never stops is cut off", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(chunkedRequestHead({ path: shop.notifyPath }));
    const sent = performance.now();
    await sendChunks(connection, Number.POSITIVE_INFINITY);
    expect(connection.isEnded).toBe(true);
    expect(performance.now() - sent).toBeLessThan(maxReplyMilliseconds * 2);
  });
}

function testUnfinishedBodies(visits: TestConnections): void {
  // Both at once, because the shop waits for each body until its time is over.
  test("the shop answers bodies that stop half-way, and closes their connections", async () => {
    const stopHalfWay = async (target: RequestTarget) => {
      const { shop, connection } = await visits.connect();
      const sent = performance.now();
      connection.send(`${requestHeadWithLength(resolveRequestTarget(target, shop), 40_000)}a=x`);
      const reply = await connection.reply();
      expect([statusAndBodyText(reply), closesConnection(reply)]).toEqual([target.answer, true]);
      expect(performance.now() - sent).toBeLessThan(maxReplyMilliseconds);
    };
    await Promise.all(
      [requestTargets["an unknown route"], requestTargets["another method"]].map(stopHalfWay),
    );
  });

  test("the shop answers a length over the limit before the body arrives", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(requestHeadWithLength({ path: shop.notifyPath, method: "PUT" }, 10_000_000_000));
    const reply = await connection.reply();
    expect([statusAndBodyText(reply), closesConnection(reply)]).toEqual(["413 large", true]);
    await connection.ended();
  });

  test("a sender that disconnects in the middle of a body changes nothing in the shop", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(chunkedRequestHead({ path: shop.notifyPath }) + encodeChunk("x".repeat(largeBodyBytes)));
    connection.close();
    await expectPromptReply(shop, await visits.connectTo(shop));
  });
}

function testContinuedBodies(visits: TestConnections): void {
  test("`Expect: 100-continue`: the shop asks for the body and answers the next request at once", async () => {
    const { shop, connection } = await visits.connect();
    connection.send(chunkedRequestHead({ path: shop.notifyPath, headers: "expect: 100-continue\r\n" }));
    expect((await connection.reply()).status).toBe(100);
    connection.send(encodeChunk("x".repeat(largeBodyBytes)) + lastChunk);
    expect(statusAndBodyText(await connection.reply())).toBe("413 large");
    await expectPromptReply(shop, connection);
  });
}

/** Sends chunks as fast as the shop accepts them, until the connection ends. */
async function sendChunks(connection: RawConnection, bytes: number): Promise<void> {
  const piece = "x".repeat(65_536);
  for (let sent = 0; sent < bytes && !connection.isEnded; sent += piece.length) {
    connection.send(encodeChunk(piece));
    await connection.flushed();
  }
}
