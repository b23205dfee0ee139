// Renews the pictures in docs/images: `pnpm docs:images`. The sandbox's own are taken there. Those of the staff pages
// are pictures of the browser suites, so run test:dashboard and test:medusa-admin before.
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** By name in docs/images: the picture that a suite takes. */
const pictures = {
  "vendure-order": "dashboard-mismatch",
  "vendure-items": "dashboard-selected",
  "medusa-order": "medusa-npm-refunded",
  "medusa-order-chinese-dark": "medusa-cart-npm-zhCN-1440-dark",
  "medusa-items": "medusa-npm-queue",
  "medusa-decision": "medusa-npm-decision",
};

const root = new URL("../../", import.meta.url);
const missing = Object.values(pictures).filter(
  (name) => !existsSync(new URL(`.screenshots/${name}.png`, root)),
);
if (missing.length > 0) {
  console.error(
    `These pictures are missing in .screenshots: ${missing.join(", ")}. Run test:dashboard and test:medusa-admin first.`,
  );
  process.exit(1);
}
for (const [name, picture] of Object.entries(pictures)) {
  const target = new URL(`docs/images/${name}.png`, root);
  copyFileSync(new URL(`.screenshots/${picture}.png`, root), target);
  console.log(`Renewed ${fileURLToPath(target).slice(fileURLToPath(root).length)}`);
}
