import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type CardRefusalReason,
  createPageView,
  languages,
  type PageInput,
  type PageKind,
  renderPage,
} from "../src/index.ts";
import { english, type PageTexts } from "../src/texts/en.ts";
import { findTexts } from "../src/texts/languages.ts";

const kinds = Object.keys(english.pages) as PageKind[];
const waiting: readonly PageKind[] = [
  "starting",
  "starting-long",
  "confirming",
  "confirming-long",
  "placing",
  "unavailable",
];
const withoutLink: readonly PageKind[] = [
  ...(["starting", "starting-long", "unavailable"] as const),
  ...(["link-open", "link-ended", "link-withdrawn", "link-nothing-due"] as const),
];
const withRetry: readonly PageKind[] = ["failed", "unreachable", "closed", "refunded"];
const addresses = { order: "/orders/7", retry: "https://shop.example/retry?order=7" };

const each = languages.flatMap((language) => kinds.map((kind) => ({ language, kind })));

function page(input: Omit<PageInput, "language"> & Partial<PageInput>) {
  const view = createPageView({ language: "en", addresses, ...input });
  return { ...view, ...renderPage(view) };
}

/** What stands between a tag and its end, for each such tag. */
function within(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, "g"))].map(
    ([, inner = ""]) => inner.replaceAll("&#39;", "'"),
  );
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

describe.each(each)("$kind in $language", ({ kind, language }) => {
  const { html, csp, heading, direction, tag, text } = page({ kind, language });
  const isWaiting = waiting.includes(kind);

  test("names its language and direction, and has one heading", () => {
    const [wanted, way] = { en: ["en", "ltr"], zh: ["zh-Hans", "ltr"], ar: ["ar", "rtl"] }[language];
    expect([tag, direction]).toEqual([wanted, way]);
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${wanted}" dir="${way}">\n`));
    expect(within(html, "title")).toEqual([heading]);
    expect(within(html, "h1")).toEqual([heading]);
    expect(html.match(/<main>/g)).toHaveLength(1);
    const live = /<div role="status"[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1] ?? "";
    const goesOn = isWaiting && kind !== "confirming-long" ? [findTexts(language).goesOn] : [];
    expect(within(live, "p")).toEqual([...text, ...goesOn]);
    // It does only where scripts run, and the script says so.
    expect(live.match(/<p hidden>/g) ?? []).toHaveLength(goesOn.length);
    expect(text.every((line) => line.length > 5)).toBe(true);
  });

  test("allows only its own style and script, by their digests", () => {
    const [styles, scripts] = [within(html, "style"), within(html, "script")];
    expect(styles).toHaveLength(1);
    expect(scripts).toHaveLength(isWaiting ? 1 : 0);
    const rules = csp.split("; ");
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain(`style-src ${sha256(styles[0] ?? "")}`);
    expect(rules.filter((rule) => rule.startsWith("script-src"))).toEqual(
      scripts.map((script) => `script-src ${sha256(script)}`),
    );
    expect(rules.includes("connect-src 'self'")).toBe(scripts.length > 0);
    for (const rule of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(rules).toContain(rule);
    expect(csp).not.toMatch(/unsafe|\*|http/);
    expect(html).not.toMatch(/\ssrc=|\sstyle=|\son[a-z]+=|@import|url\(|<link|<form|<iframe/);
  });

  test("links only to the shop's addresses, and to itself if it waits", () => {
    const found = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    const reload = isWaiting ? ["?asked=1"] : [];
    const to = withRetry.includes(kind) ? addresses.retry : addresses.order;
    const shopLink = withoutLink.includes(kind) ? [] : [to];
    const pay = kind === "link-open" ? ["?pay=1"] : [];
    expect(found).toEqual([...reload, ...shopLink, ...pay, ...reload.map(() => "")]);
    const links = within(page({ kind, language, addresses: {} }).html, "a");
    expect(links).toHaveLength(isWaiting ? 2 : pay.length);
  });

  test("reloads automatically without scripts only if it waits and the buyer chose this (WCAG 2.2.1)", () => {
    const { offer, stop } = findTexts(language).withoutScript;
    expect(html).not.toContain("http-equiv");
    expect(html.includes(`<noscript><a href="?asked=1">${offer}</a></noscript>`)).toBe(isWaiting);
    const wanted = page({ kind, language, asked: 1 }).html;
    const refresh = '<noscript><meta http-equiv="refresh" content="5;url=?asked=2"></noscript>';
    expect(wanted.split(refresh)).toHaveLength(isWaiting ? 2 : 1);
    expect(wanted.includes(`<a href="?">${stop}</a></noscript>`)).toBe(isWaiting);
  });
});

test.each(languages)(
  "only the page of a failure mentions one, and the confirming page never does, in %s",
  (language) => {
    const { pages, refusals } = findTexts(language);
    const failure = { en: /fail|did not go through|declined/i, zh: /失败|未成功/, ar: /فشل|لم تتم/ }[
      language
    ];
    const failing = kinds.filter((kind) => failure.test(pages[kind].heading + pages[kind].text));
    expect(failing).toEqual(["failed"]);
    expect(Object.values(refusals).some((text) => failure.test(text))).toBe(false);
    for (const hint of [true, false])
      expect(page({ kind: "confirming", language, reported: hint }).html).not.toMatch(failure);
  },
);

test.each(languages)(
  "a page with an error status contains no OK, which a gateway could accept as the reply, in %s (REP-REFUSAL)",
  (language) => {
    const refusals = Object.keys(english.refusals) as CardRefusalReason[];
    const fields = Object.keys(english.fields).map((path) => ({ path, message: "" }));
    for (const { html, csp } of [
      page({ kind: "unavailable", language }),
      page({ kind: "card-unclear", language }),
      ...refusals.map((refusal) =>
        page({ kind: "card-refused", language, card: { refusal, problems: fields } }),
      ),
    ])
      expect(csp + html).not.toMatch(/ok/i);
  },
);

/** Each text with its path in the tree of words. */
function textsOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}/${key}`, value]] : textsOf(value, `${path}/${key}`),
  );
}

describe.each(languages.filter((language) => language !== "en"))("the texts in %s", (language) => {
  const letters = { zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u, en: /[a-z]/ }[language];
  const texts = textsOf(findTexts(language) satisfies PageTexts);

  test("are complete, and none is English", () => {
    const shared = ["/tag", "/direction", "/buyer/separator"];
    expect(texts.map(([path]) => path)).toEqual(textsOf(english).map(([path]) => path));
    for (const [path, text] of texts) if (!shared.includes(path)) expect(text, path).toMatch(letters);
    for (const [path, text] of texts)
      if (!shared.includes(path)) expect(text.replace(/\{\w+\}/g, ""), path).not.toMatch(/[A-Za-z]/);
  });
});

test.each(languages)("a payment link says what is due, in %s (LINK-OPEN)", (language) => {
  expect(page({ kind: "link-open", language, amount: "48.00 USD" }).text.join()).toContain("48.00 USD");
});

describe("the text and the timing of a waiting page", () => {
  test("an unsigned problem report has its own text, which the reloads without scripts repeat (RET-UNSIGNED)", () => {
    const { text, head } = page({ kind: "confirming", reported: true, asked: 3 });
    expect(text).toEqual([english.reported]);
    expect(head).toContain('content="5;url=?asked=4&amp;hint=problem"');
    expect(page({ kind: "confirming", reported: true, asked: 3 }).live).toContain('href="?hint=problem"');
    expect(page({ kind: "confirming", reported: true }).live).toContain('href="?asked=1&amp;hint=problem"');
    expect(page({ kind: "placing", reported: true }).text).toEqual([english.pages.placing.text]);
  });

  test("a wait of more than a minute reloads less often, and stops at last", () => {
    const long = english.pages["confirming-long"];
    const starting = english.pages["starting-long"];
    const at = (kind: PageKind, asked: number) => page({ kind, asked });
    expect([at("confirming", 11).kind, at("starting", 11).kind]).toEqual(["confirming", "starting"]);
    expect(at("confirming", 12)).toMatchObject({
      kind: "confirming-long",
      text: [long.text, english.news.byMail],
    });
    expect(at("starting", 12)).toMatchObject({ kind: "starting-long", text: [starting.text] });
    expect(page({ kind: "placing", asked: 12 }).kind).toBe("placing");
    expect(page({ kind: "confirming", asked: 12 }).head).toContain('content="30;');
    expect(page({ kind: "confirming", asked: 72 }).head).toBe("");
    expect(page({ kind: "confirming", asked: 72 }).live).toContain('<a href="?asked=12">');
    expect(within(page({ kind: "confirming", asked: 72 }).html, "a")).toContain(english.links.again);
  });

  test("the script gets the text of the long wait, and asks with the kind of its first page", () => {
    const dataOf = (kind: PageKind, name: string) =>
      new RegExp(` data-${name}="([^"]*)"`).exec(page({ kind }).live)?.[1]?.replaceAll("&#39;", "'");
    for (const kind of ["starting", "confirming"] as const) {
      const { heading, text } = english.pages[`${kind}-long`];
      const news = kind === "confirming" ? [english.news.byMail] : [english.goesOn];
      expect([dataOf(kind, "long-heading"), dataOf(kind, "long")]).toEqual([
        heading,
        [text, ...news].join("\n"),
      ]);
      expect([dataOf(`${kind}-long`, "pay-page"), dataOf(`${kind}-long`, "long")]).toEqual([kind, undefined]);
    }
    expect(dataOf("placing", "long")).toBe(
      [english.pages.placing.text, english.goesOn, english.news.byMail].join("\n"),
    );
  });

  test.each(languages)(
    "the text for a buyer who is redirected soon mentions no result, in %s",
    (language) => {
      const { soon } = findTexts(language);
      expect(soon).not.toMatch(/outcome|result|结果|نتيجة/);
      expect(page({ kind: "starting", language }).live).toContain(` data-soon="${soon}"`);
    },
  );

  test("a shop without e-mails mentions none", () => {
    for (const kind of kinds) expect(page({ kind, email: false, asked: 12 }).html).not.toContain("e-mail");
    expect(page({ kind: "review", email: false }).text.at(-1)).toBe(english.news.onOrder);
  });
});

describe("a text from the shop or a buyer", () => {
  test.each([
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example/orders",
    "/\\evil.example",
    "https:/\\evil.example\\",
    "orders/7",
  ])("has no link to %j", (address) => {
    const { html, links } = page({ kind: "placed", addresses: { order: address } });
    expect(links).toEqual([]);
    expect(html).not.toContain("<a ");
    expect(html).not.toContain("alert");
    expect(html).not.toContain("evil");
  });

  test("is escaped everywhere", () => {
    const hostile = `"><script>alert(1)</script>'&`;
    const link = page({ kind: "failed", addresses: { retry: `/retry?x=${hostile}` } });
    const problems = [{ path: hostile, message: hostile }];
    const list = page({ kind: "card-refused", card: { refusal: "sale_invalid", problems } });
    for (const { html } of [link, list]) {
      expect(html).not.toContain("<script>alert");
      expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;");
    }
  });

  test("card fields are listed once, in the page's language; cart problems without a path; other problems unchanged", () => {
    const problems = [
      { path: "card_number", message: "is required" },
      { path: "card_number", message: "must have digits" },
      { path: "cart", message: "sold out" },
      { path: "constructor", message: "x" },
    ];
    const card = { refusal: "card_invalid", problems } as const;
    const { list, html } = page({ kind: "card-refused", language: "ar", card });
    expect(list).toEqual([findTexts("ar").fields.card_number, "sold out", "constructor: x"]);
    expect(within(html, "bdi")).toEqual(list);
  });
});
