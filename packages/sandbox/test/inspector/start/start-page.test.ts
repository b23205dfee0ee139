import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { open, submit } from "../../fixtures/buyer.ts";
import { shareSandbox } from "../../fixtures/set-up-sandbox.ts";

const sandbox = await shareSandbox();

it("displays everything that a developer needs to begin", async () => {
  const { html } = await open(`${sandbox.url}/start`);
  for (const { id, key, variant } of sandbox.merchants) {
    for (const shown of [id, key, variant]) expect(html).toContain(shown);
  }
  const cards = ["4242424242424242", "4000000000001018", "4141414141414141", "4000000000009995"];
  for (const shown of [...cards, "alipay", "wechat", "paypal", "ideal", "cashapp"])
    expect(html).toContain(shown);
  for (const sheet of ["style.css", "inspector.css"]) {
    expect((await open(`${sandbox.url}/${sheet}`)).headers.get("content-type")).toContain("text/css");
  }
});

it("displays a sale that works unchanged, with curl and md5sum alone, while there is no order", async () => {
  const { html } = await open(`${sandbox.url}/`);
  const script = plainText(/<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "");
  const { stdout } = await promisify(execFile)("bash", ["-euc", script]);
  const answer = JSON.parse(stdout) as { status: number; url: string };
  expect(answer.status).toBe(1);
  const cancelled = await submit(`${answer.url}/cancel`);
  const back = await open(cancelled.location ?? "");
  expect(back.html).toMatch(/paymentStatus <code>fail<\/code> for order\s+<code>TRY-\d+<\/code>/);
});

it("displays that an unknown address has no page", async () => {
  expect(await open(`${sandbox.url}/nothing`)).toMatchObject({
    status: 404,
    html: expect.stringContaining("Page not found"),
  });
});

function plainText(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
