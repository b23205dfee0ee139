import { expect, test } from "vitest";
import { releaseNotes } from "./release-notes.ts";

const core = `# @pay-index/core

## 0.2.0

### Minor Changes

- 0123abc: You can now sell tea.

  With milk.
- fedc987: And coffee.

## 0.1.0

### Minor Changes

- 0123abc: The first release.
`;

const server = `# @pay-index/server

## 0.2.0

### Minor Changes

- 0123abc: You can now sell tea.

  With milk.

### Patch Changes

- Updated dependencies [0123abc]
  - @pay-index/core@0.2.0
`;

test("the notes have each entry of a version once, from all changelogs", () => {
  expect(releaseNotes([core, server], "0.2.0")).toBe(
    "- You can now sell tea.\n\n  With milk.\n- And coffee.\n",
  );
});

test("the notes have no entry of another version", () => {
  expect(releaseNotes([core, server], "0.1.0")).toBe("- The first release.\n");
});
