import { describe, expect, test } from "vitest";
import { RefusalRollback, runOrderTransaction } from "../../src/entries/adapter.ts";

const conflict = (code: string) => Object.assign(new Error("conflict"), { code });

/** Throws each error once, then succeeds. */
function transactionAfter(...errors: readonly unknown[]) {
  const left = [...errors];
  const runs = { count: 0 };
  const run = async () => {
    runs.count++;
    if (left.length > 0) throw left.shift();
    return "placed";
  };
  return { run, runs };
}

describe("a transaction that the database aborted because of a conflict runs again", () => {
  test.each<[string, unknown]>([
    ["a deadlock", conflict("40P01")],
    ["a transaction that cannot be serialized", conflict("40001")],
    ["an error that a host wrapped", new Error("failed", { cause: conflict("40001") })],
    ["an object that is not an error", { code: "40P01" }],
    ["a deadlock of MariaDB", conflict("ER_LOCK_DEADLOCK")],
    ["a lock of MariaDB that took too long", conflict("ER_LOCK_WAIT_TIMEOUT")],
    ["a row that changed in MariaDB", conflict("ER_CHECKREAD")],
  ])("%s", async (_name, error) => {
    const { run, runs } = transactionAfter(error, error);
    expect(await runOrderTransaction(run)).toBe("placed");
    expect(runs.count).toBe(3);
  });

  test("the third conflict is thrown", async () => {
    const { run, runs } = transactionAfter(conflict("40P01"), conflict("40P01"), conflict("40001"));
    await expect(runOrderTransaction(run)).rejects.toMatchObject({ code: "40001" });
    expect(runs.count).toBe(3);
  });

  test.each([[conflict("23505")], [new Error("out of memory")]])(
    "another error is thrown at once",
    async (error) => {
      const { run, runs } = transactionAfter(error);
      await expect(runOrderTransaction(run)).rejects.toBe(error);
      expect(runs.count).toBe(1);
    },
  );
});

test("a transaction that is left with a refusal answers the refusal, and does not run again", async () => {
  const { run, runs } = transactionAfter(new RefusalRollback("out_of_stock", "Nothing left."));
  expect(await runOrderTransaction(run)).toEqual({
    refused: { code: "out_of_stock", message: "Nothing left." },
  });
  expect(runs.count).toBe(1);
});
