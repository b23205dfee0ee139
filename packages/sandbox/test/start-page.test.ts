import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../src/index.ts";
import { open, submit } from "./desk/buyer.ts";
import { sell } from "./desk/sale.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, retryGaps: [], jitter: { min: 0, max: 0 } });
});
afterAll(() => sandbox.close());

it("tells a developer all that is needed to begin", async () => {
  const { html } = await open(`${sandbox.url}/`);
  for (const { id, key, variant } of sandbox.merchants) {
    for (const shown of [id, key, variant]) expect(html).toContain(shown);
  }
  const cards = ["4242424242424242", "4000000000001018", "4141414141414141", "4000000000009995"];
  for (const shown of [...cards, "alipay", "wechat", "paypal", "ideal", "cashapp"])
    expect(html).toContain(shown);
  expect((await open(`${sandbox.url}/style.css`)).headers.get("content-type")).toContain("text/css");
});

it("shows a sale that works as it stands, with curl and md5sum alone", async () => {
  const { html } = await open(`${sandbox.url}/`);
  const script = plainText(/<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "");
  const { stdout } = await promisify(execFile)("bash", ["-euc", script]);
  const answer = JSON.parse(stdout) as { status: number; url: string };
  expect(answer.status).toBe(1);
  const cancelled = await submit(`${answer.url}/cancel`);
  const back = await open(cancelled.location ?? "");
  expect(back.html).toMatch(/paymentStatus <code>fail<\/code> for order <code>TRY-\d+<\/code>/);
});

it("lists the latest orders with their state", async () => {
  for (let count = 1; count <= 26; count += 1)
    await sell(sandbox.url, "hosted", { pay_orderid: `LIST-${count}` });
  const { html } = await open(`${sandbox.url}/`);
  expect(html).toContain(">LIST-26<");
  expect(html).not.toContain(">LIST-1<");
  expect(html.indexOf(">LIST-26<")).toBeLessThan(html.indexOf(">LIST-25<"));
  expect(html).toContain("open its page");
  expect(html).toMatch(/The latest 25 of 27/);
});

it("says so when there is nothing behind an address", async () => {
  expect(await open(`${sandbox.url}/nothing`)).toMatchObject({
    status: 404,
    html: expect.stringContaining("nothing here"),
  });
});

function plainText(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
