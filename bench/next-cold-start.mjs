// Processor time of a whole process that starts a built Next.js app and answers one request, which loads its route: that of the payments,
// or one that imports zod and checks a form.
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { compareSides, isQuick, printFigure, processorTime } from "./compare-sides.mjs";
import { buildNextApp, startNextApp } from "./frameworks.mjs";

const [path] = process.argv.slice(2);
if (path !== undefined) await answerOnce();
else await compare();

async function answerOnce() {
  const listener = await startNextApp();
  const server = createServer(listener).listen(0, "127.0.0.1", async () => {
    const url = `http://127.0.0.1:${server.address().port}${path}`;
    const { status } = await fetch(url, { method: "POST", body: new URLSearchParams({ a: "1" }) });
    if (status !== 404) throw new Error(`${path} answered ${status}`);
    console.log(`processor ${processorTime()}`);
    process.exit();
  });
}

function measureStart(route) {
  const env = { ...process.env, NODE_ENV: "production" };
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, route], { env });
  const [, milliseconds] = /^processor (\S+)$/m.exec(stdout) ?? [];
  if (milliseconds === undefined) throw new Error(`${route} did not answer: ${stderr}`);
  return Number(milliseconds);
}

async function compare() {
  await buildNextApp();
  const attempt = `/pay/notify/${"0".repeat(20)}/${"0".repeat(26)}`;
  const sides = { payments: async () => measureStart(attempt), zod: async () => measureStart("/zod") };
  await compareSides(1, sides);
  const { payments, zod } = await compareSides(isQuick ? 5 : 15, sides);
  console.log(
    `# Cold start of a route of Next.js\n\nzod ${zod.median.toFixed(0)} ms, payments ${payments.median.toFixed(0)} ms`,
  );
  printFigure("next-start", payments.ratio);
}
