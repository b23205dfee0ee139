// Asks for each address outside the project that a page links to: `pnpm docs:links`. Fails if one is gone. It depends on
// other servers, so the nightly workflow runs it, and not the check of each push.
import { askAddress, findExternalLinks } from "./external-links.ts";

for (const [address, pages] of findExternalLinks()) {
  const { isGone, text } = await askAddress(address);
  const mark = /^\d+$/.test(text) ? "✔" : "?";
  console.log(`${isGone ? "✘" : mark} ${address}: ${text}`);
  if (!isGone) continue;
  console.error(`Correct the link in ${[...new Set(pages)].join(", ")}.`);
  process.exitCode = 1;
}
