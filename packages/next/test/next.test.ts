import { beforeAll, describe, expect, test } from "vitest";
import { frameworkSuite } from "../../express/test/framework.suite.ts";
import { createPayIndex } from "../src/index.ts";
import { openOnNext } from "./open-on-next.ts";
import { buildNextApp, startNextApp } from "./start-next-app.ts";

describe.each(["next", "next15"] as const)("%s in production", (release) => {
  const app = Promise.withResolvers<Awaited<ReturnType<typeof startNextApp>>>();
  beforeAll(async () => {
    await buildNextApp(release, release);
    app.resolve(await startNextApp(release));
  }, 300_000);

  frameworkSuite({
    open: openOnNext({ app: app.promise }),
    openBehindReader: openOnNext({ app: app.promise, readsBody: true }),
  });
});

test("the option clientAddress is required, because Next.js does not know the connection", () => {
  for (const given of [{ publicUrl: "http://localhost:3000/pay" }, undefined])
    expect(() => createPayIndex(given as never)).toThrow(
      expect.objectContaining({
        code: "options_invalid",
        problems: [expect.objectContaining({ path: "clientAddress" })],
      }),
    );
});
