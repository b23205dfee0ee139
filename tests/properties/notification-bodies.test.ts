import fc from "fast-check";
import { expect, test } from "vitest";
import { readMessage } from "../../packages/core/src/protocol/notification/notification-body.ts";
import { NotificationRefusal } from "../../packages/core/src/protocol/notification/notification-refusal.ts";
import { decodeBody, type Field } from "./decode-body.ts";
import { contentTypes, messageBodies, slowBodies } from "./message-bodies.ts";

/** How core reads a body, or the word with which it refuses it. */
function read(bytes: Uint8Array, contentType: string | undefined) {
  try {
    return readMessage({ kind: "raw", bytes, contentType });
  } catch (error) {
    if (error instanceof NotificationRefusal) return error.code;
    throw error;
  }
}

interface Reading {
  readonly fields: Iterable<Field>;
  readonly bytes?: Iterable<Field>;
}

const textOf = ({ fields, bytes = [] }: Reading) => JSON.stringify([[...fields], [...bytes]]);

test("core reads each body as docs/reference/protocol.md says, or refuses it (NOT-ENCODING, NOT-CHARSET)", () => {
  fc.assert(
    fc.property(messageBodies, contentTypes, (body, contentType) => {
      const oracle = decodeBody(body, contentType);
      const readings = read(body, contentType);
      if (typeof readings === "string") {
        expect(readings).toBe("malformed");
        expect(oracle.mayBeRefused || oracle.readings.length === 0).toBe(true);
        return;
      }
      const expected = new Set(oracle.readings.map(textOf));
      const found = new Set(readings.map(textOf));
      // A charset in which the body has odd text is left out.
      if (!oracle.mayBeRefused) expect(found).toEqual(expected);
      expect([...found].filter((reading) => !expected.has(reading))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test.each(Object.entries(slowBodies))("%s cost no time", (_, body) => {
  const costs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    read(Buffer.from(body), "text/plain");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  expect(Math.min(...costs)).toBeLessThan(50);
});
