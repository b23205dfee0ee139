import { test } from "vitest";
import { Copy } from "./copy.ts";
import { type Patch, patches } from "./patch.ts";
import { play } from "./play.ts";

const untouched: Omit<Patch, "file"> & { file?: string } = {
  name: "a copy that nobody touched",
  what: "Nothing is wrong.",
  red: [],
};

for (const { name, what, red, file } of [untouched, ...patches]) {
  test.concurrent(`${name}: ${what}`, async ({ expect }) => {
    const copy = await Copy.make();
    try {
      if (file !== undefined) await copy.apply(file);
      expect((await play(copy.folder)).red).toEqual(red);
    } finally {
      await copy.remove();
    }
  });
}
