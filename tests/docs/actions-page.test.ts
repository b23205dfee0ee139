import { expect, test } from "vitest";
import { renderActionsPage } from "./actions-page.ts";

test("docs/reference/actions.md has the tables of actions (vitest run tests/docs -u writes it)", async () => {
  await expect(renderActionsPage()).toMatchFileSnapshot("../../docs/reference/actions.md");
});
