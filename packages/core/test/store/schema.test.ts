import { expect, test } from "vitest";
import { migrations } from "../../src/entries/store.ts";

test("the statements of each migration stay as they are: a change of a table is a further migration", async () => {
  for (const { version, statements } of migrations)
    await expect(`${statements.join(";\n")};\n`).toMatchFileSnapshot(`schema-version-${version}.sql`);
});
