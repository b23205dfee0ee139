import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const from = (path: string) => createRequire(fileURLToPath(new URL(path, import.meta.url)));

// Packages with different peers get copies of their own, and a plugin that is built on another copy finds nothing in the shop's.
it.each(["@vendure/core", "typeorm", "graphql", "@nestjs/common"])(
  "the shop shares one copy of %s with the plugin",
  (name) => {
    const seenBy = (require: NodeJS.Require) =>
      realpathSync(createRequire(require.resolve("@vendure/core")).resolve(name));
    const shop = from("../package.json");
    const plugin = createRequire(realpathSync(shop.resolve("@pay-index/vendure")));
    expect(seenBy(plugin)).toBe(seenBy(shop));
  },
);
