import { createHash } from "node:crypto";
import type { Reply } from "@pay-index/core";
import { guarded } from "./answer.ts";

const style = `:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--ink:#1c2330;--soft:#4d5666;--line:#d9dde4;--link:#0b57c2}
@media (prefers-color-scheme:dark){:root{--ground:#12151b;--card:#1b2029;--ink:#eceff4;--soft:#b3bccb;--line:#323a48;--link:#8fbcff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
main{width:100%;max-width:30rem;padding:1.75rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}
p,ul{margin:0 0 1rem;color:var(--soft)}
ul{padding-left:1.25rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
a{display:inline-block;padding:.5rem 0;color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.125rem}
.bar{height:.25rem;margin:0 0 1.25rem;overflow:hidden;border-radius:1rem;background:var(--line)}
.bar::before{content:"";display:block;width:35%;height:100%;border-radius:1rem;background:var(--link);animation:go 1.6s ease-in-out infinite alternate}
@keyframes go{to{transform:translateX(186%)}}
@media (prefers-reduced-motion:reduce){.bar::before{width:100%;opacity:.45;animation:none}}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface BarePage {
  readonly status: number;
  readonly title: string;
  /** HTML, escaped by whoever wrote it. */
  readonly head?: string;
  /** HTML, escaped by whoever wrote it. */
  readonly main: string;
}

/** A page that asks nothing of the shop: no assets but its own, no cookie, nothing about the order. */
export function barePage({ status, title, head = "", main }: BarePage): Reply {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
<style>${style}</style>
${head}
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  const headers = {
    ...guarded,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
  };
  return { status, headers, body };
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
