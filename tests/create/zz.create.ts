import { afterAll, beforeAll, test } from "vitest";
import { createNewUser, type NewUser } from "./new-user.ts";
let user: NewUser;
beforeAll(async () => { user = await createNewUser(); });
afterAll(() => user?.[Symbol.asyncDispose]());
test.each(["vendure", "medusa"])("types of %s", async (host) => {
  const cwd = await user.create(host, "npm");
  await user.run(["npm", "install"], { cwd });
  const out = await user.run(["npm", "run", "types"], { cwd }).then((x) => x, (e) => e.stdout + e.stderr);
  (await import("node:fs")).writeFileSync(`/tmp/types-${host}.txt`, out);
});
