import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Every file the built client loads, from `dist`, and every name that is no file. */
function loadedBy(file: URL, found = new Set<string>()): Set<string> {
  found.add(file.pathname.replace(/.*\/dist\//, ""));
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) "([^"]+)"/g)) {
    const next = new URL(name, file);
    if (!name.startsWith(".")) found.add(name);
    else if (!found.has(next.pathname.replace(/.*\/dist\//, ""))) loadedBy(next, found);
  }
  return found;
}

it("the client imports no server, no store and no dependency", () => {
  expect([...loadedBy(new URL("../dist/control-client.js", import.meta.url))].sort()).toEqual([
    "clock/time-source.js",
    "control-client.js",
    "control/abort-after.js",
    "control/control-call.js",
    "control/duration-to-seconds.js",
    "control/next-delivery-reader.js",
    "control/stream-events.js",
    "errors.js",
    "quirks/quirk.js",
  ]);
});
