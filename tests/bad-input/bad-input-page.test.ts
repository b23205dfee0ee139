import { expect, test } from "vitest";
import { renderBadInputPage } from "./bad-input-page.ts";

test("docs/reference/bad-input.md has the text of the rows (vitest run tests/bad-input -u writes it)", async () => {
  await expect(renderBadInputPage()).toMatchFileSnapshot("../../docs/reference/bad-input.md");
});
