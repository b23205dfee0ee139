import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { askAddress, findExternalLinks } from "./external-links.ts";

test("every external link of the pages is found, without its anchor, and no address of an example", () => {
  const links = [...findExternalLinks().keys()];
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => /#|\.example(?:\/|$)/.test(link))).toEqual([]);
});

test("a page that is gone is reported, and a server that refuses or does not answer is not", async () => {
  const server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [status, isGone] of [
    [200, false],
    [403, false],
    [404, true],
    [410, true],
  ] as const)
    expect(await askAddress(`${url}/${status}`)).toEqual({ isGone, text: String(status) });
  expect(await askAddress("http://127.0.0.1:9/", 500)).toMatchObject({ isGone: false });
});
