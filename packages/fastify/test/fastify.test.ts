import { text } from "node:stream/consumers";
import { frameworkSuite } from "../../express/test/framework.suite.ts";
import { openOnFastify } from "./open-on-fastify.ts";

frameworkSuite({
  open: openOnFastify(),
  openBehindReader: openOnFastify((app) =>
    app.addHook("preParsing", async (_request, _reply, payload) => {
      await text(payload);
    }),
  ),
});
