/** The stylesheet of all pages. It loads no pictures and no fonts, and follows the reader's light or dark setting. */
export const sharedStylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f1; --sheet: #ffffff; --ink: #1d2320; --quiet: #59635d; --line: #d9ded9;
  --accent: #0b6b4f; --accent-ink: #ffffff; --bad: #a32020; --bad-ground: #fbeaea; --good-ground: #e6f3ec;
  --note: #6b4a00; --note-ground: #fff3d1; --field: #ffffff; --field-line: #7c877f;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141816; --sheet: #1d2320; --ink: #e9eeea; --quiet: #a3aea7; --line: #343d38;
    --accent: #5cc9a0; --accent-ink: #0a1f17; --bad: #ff9b93; --bad-ground: #3a2020; --good-ground: #1b3329;
    --note: #f2d58a; --note-ground: #3a3018; --field: #161b18; --field-line: #76827b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.banner {
  margin: 0; padding: .5rem 1rem; text-align: center; font-size: .875rem; font-weight: 600;
  background: var(--note-ground); color: var(--note);
}
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.sheet {
  background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem;
  padding: 1.25rem; margin: 0 0 1rem;
}
.invoice { border-top: .375rem solid var(--accent); }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem; }
h1 + dl, h1 + .notice { margin-top: .5rem; }
h2 { font-size: 1.0625rem; line-height: 1.3; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; }
.sheet > :last-child, .sheet > form:last-child > :last-child { margin-bottom: 0; }
.scroll + p { margin-top: .75rem; }
p + h2 { margin-top: 1.25rem; }
.quiet { color: var(--quiet); font-size: .875rem; }
.amount { font-size: 2rem; font-weight: 650; line-height: 1.2; margin: .5rem 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 .75rem; font-size: .9375rem; }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
ul.plain { list-style: none; padding: 0; margin: 0 0 .75rem; }
.items li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.items li:last-child { border-bottom: 0; }
.items span:first-child { overflow-wrap: anywhere; }
.items span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--quiet); }
label { display: block; font-size: .875rem; font-weight: 600; margin: 0 0 .25rem; }
input {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; margin: 0 0 .75rem; font: inherit;
  color: var(--ink); background: var(--field); border: 1px solid var(--field-line); border-radius: .5rem;
}
input[aria-invalid] { border-color: var(--bad); border-width: 2px; }
::placeholder { color: var(--quiet); opacity: 1; }
.row { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: .75rem; }
.button, button {
  display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; margin: 0 0 .625rem; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); overflow-wrap: anywhere;
}
.button:focus-visible, button:focus-visible, input:focus-visible { border-radius: .5rem; }
.button.second, button.second { background: transparent; color: var(--accent); }
.button.third, button.third { background: transparent; border-color: transparent; color: var(--quiet); text-decoration: underline; text-underline-offset: .15em; }
.button:hover, button:hover { filter: brightness(1.08); }
.hints { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.hints a {
  display: block; height: 100%; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem;
  text-decoration: none; color: var(--ink); font-size: .875rem; line-height: 1.35;
}
.hints a:hover, .hints a[aria-current] { border-color: var(--accent); }
.hints a[aria-current] { background: var(--good-ground); }
.hints span, .methods span { display: block; color: var(--quiet); font-family: var(--mono); font-size: .8125rem; }
.methods li { margin: 0 0 .5rem; }
.methods a {
  display: flex; justify-content: space-between; align-items: center; gap: 1rem; min-height: 3.25rem; padding: .5rem 1rem;
  border: 1px solid var(--line); border-radius: .5rem; text-decoration: none; color: var(--ink); font-weight: 600;
}
.methods a:hover { border-color: var(--accent); }
.notice { padding: .625rem .875rem; border-radius: .5rem; background: var(--note-ground); color: var(--note); font-size: .9375rem; }
.notice.bad { background: var(--bad-ground); color: var(--bad); }
.notice.good { background: var(--good-ground); color: var(--accent); }
.notice ul { margin: 0; padding-inline-start: 1.25rem; }
code, pre { font-family: var(--mono); font-size: .8125rem; }
pre { margin: 0; padding: .875rem; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { text-align: start; padding-block: .4375rem; padding-inline: 0 1.25rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
th { color: var(--quiet); font-weight: 600; white-space: nowrap; }
td code, td a { white-space: nowrap; }
.pair { display: grid; gap: 0 1rem; }
.pair > .sheet { min-width: 0; }
@media (min-width: 48rem) { .pair { grid-template-columns: 1fr 1fr; } .pair > .sheet { margin-bottom: 1rem; } }
@media (max-width: 22.5rem) {
  .sheet { padding: 1rem; }
  .row { gap: .5rem; }
  .hints a { padding: .5rem; }
  .row input { padding: .5rem; }
}
`;
