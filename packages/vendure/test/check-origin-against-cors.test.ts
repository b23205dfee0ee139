import { expect, test } from "vitest";
import { checkOriginAgainstCors } from "../src/check-origin-against-cors.ts";

type Settings = Parameters<typeof checkOriginAgainstCors>[0];
const admin = "https://admin.example";

test.each<[string, Settings, string]>([
  ["nothing", undefined, "any"],
  ["true", true, "any"],
  ["false", false, "refused"],
  ["no origin", { credentials: true }, "any"],
  ["origin: true", { origin: true }, "any"],
  ["origin: false", { origin: false }, "refused"],
  ["a star", { origin: "*" }, "any"],
  ["this origin", { origin: admin }, "listed"],
  ["another origin", { origin: "https://shop.example" }, "refused"],
  ["a pattern of it", { origin: /^https:\/\/admin\./ }, "listed"],
  ["another pattern", { origin: /^https:\/\/shop\./ }, "refused"],
  ["a list with it", { origin: ["https://shop.example", admin] }, "listed"],
  ["a list with a pattern of it", { origin: [/admin/] }, "listed"],
  ["a list without it", { origin: ["https://shop.example"] }, "refused"],
  ["a list with a star, which allows nobody", { origin: ["*"] }, "refused"],
  ["a function that allows it", { origin: (asked, done) => done(null as never, asked === admin) }, "listed"],
  ["a function that refuses it", { origin: (_, done) => done(null as never, false) }, "refused"],
  ["a function that gives a list", { origin: (_, done) => done(null as never, [admin]) }, "listed"],
  ["a function that fails", { origin: (_, done) => done(new Error("no"), true) }, "refused"],
])("apiOptions.cors with %s", async (_, settings, answer) => {
  expect(await checkOriginAgainstCors(settings, admin)).toBe(answer);
});
