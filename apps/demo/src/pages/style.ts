/**
 * The stylesheet. It loads no pictures and no fonts, follows the reader's light or dark setting, and works from 320 px.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f7f3ec; --sheet: #fffdf9; --ink: #27221c; --quiet: #665d52; --line: #e2d9cb;
  --accent: #8a3b12; --accent-ink: #ffffff; --field: #ffffff; --field-line: #8b8174; --picture: #c9824a;
  --note: #5d4708; --note-ground: #fdf1cd; --bad: #9c1f1f; --bad-ground: #fbe9e7; --good: #1d5f3a; --good-ground: #e4f2e8;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #1a1714; --sheet: #25211c; --ink: #f1ebe2; --quiet: #b3a899; --line: #3d362e;
    --accent: #f0a878; --accent-ink: #2a1406; --field: #1c1916; --field-line: #857a6c; --picture: #d9935c;
    --note: #f3dc9c; --note-ground: #3b3115; --bad: #ffaaa0; --bad-ground: #402220; --good: #94d9ae; --good-ground: #1d3526;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--sheet); z-index: 1; }
.banner { margin: 0; padding: .375rem 1rem; text-align: center; font-size: .875rem; background: var(--note-ground); color: var(--note); }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; max-width: 60rem; margin: 0 auto; padding: 1rem; }
header a { display: inline-block; padding: .375rem 0; }
.brand { font-family: Georgia, "Times New Roman", "DejaVu Serif", serif; font-size: 1.375rem; font-weight: 700; color: var(--ink); text-decoration: none; }
main { max-width: 36rem; margin: 0 auto; padding: .5rem 1rem 3rem; }
main:has(.products) { max-width: 60rem; }
h1 { font: 700 1.75rem/1.2 Georgia, "Times New Roman", "DejaVu Serif", serif; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2, legend { font-size: 1.0625rem; font-weight: 650; line-height: 1.3; margin: 0 0 .5rem; }
h3 { font-size: .9375rem; margin: 1rem 0 .25rem; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.quiet { color: var(--quiet); font-size: .875rem; font-weight: 400; }
.centre { text-align: center; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem; min-width: 0; }
.sheet > :last-child, .sheet > form:last-child > :last-child, .sheet > .pair:last-child > .field:last-child { margin-bottom: 0; }
.plain li + li { margin-top: .375rem; }
article:last-child > .timeline { margin-bottom: 0; }
fieldset.sheet { padding-top: 1rem; }
legend { float: left; width: 100%; padding: 0; }
legend + * { clear: both; }
ul.plain, .products, .lines, .timeline { list-style: none; padding: 0; margin: 0 0 .75rem; }
.products { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
.product { display: flex; flex-direction: column; margin: 0; }
.product svg { width: 6rem; height: 6rem; margin: 0 auto .75rem; fill: var(--picture); }
.product p { margin-bottom: .5rem; }
.product form { margin-top: auto; }
.price { font-size: 1.125rem; font-weight: 650; }
.price, .amount, .total { font-variant-numeric: tabular-nums; }
.lines li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; padding: .625rem 0; border-bottom: 1px solid var(--line); }
.lines li > :first-child { flex: 1 1 9rem; margin: 0; overflow-wrap: anywhere; }
.lines .quiet { display: block; }
.lines input { width: 4.5rem; margin: 0; }
.lines .amount { min-width: 4.5rem; margin-left: auto; text-align: right; }
.total { display: flex; justify-content: space-between; gap: 1rem; font-size: 1.125rem; font-weight: 650; }
label { display: block; font-size: .9375rem; font-weight: 600; margin: 0 0 .25rem; }
.field { margin: 0 0 .75rem; min-width: 0; }
.pair, .triple { display: grid; gap: 0 .75rem; }
.pair { grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); }
.triple { grid-template-columns: repeat(3, minmax(0, 1fr)); }
input:not([type=radio], [type=checkbox], [type=hidden]), select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--field); border: 1px solid var(--field-line); border-radius: .5rem; }
.lines input:not([type=hidden]) { width: 4.5rem; }
::placeholder { color: var(--quiet); opacity: 1; }
[aria-invalid] { border-color: var(--bad) !important; border-width: 2px !important; }
.problem { color: var(--bad); font-size: .875rem; margin: .25rem 0 0; }
.button, button {
  display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; margin: 0 0 .75rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--accent-ink); overflow-wrap: anywhere;
}
.button:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible { border-radius: .5rem; }
.button.second, button.second { background: transparent; color: var(--accent); }
.button:hover, button:hover { filter: brightness(1.08); }
.steps { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style-position: inside; padding: 0; margin: 0 0 1rem; color: var(--quiet); font-size: .9375rem; }
.steps [aria-current] { color: var(--ink); font-weight: 650; }
.way { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; padding: .625rem 0; border-bottom: 1px solid var(--line); }
.way:last-child, div.way { border-bottom: 0; }
.way input { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.way label { margin: 0; }
.way label span { display: block; }
.way .field { grid-column: 2; margin: .5rem 0 0; }
.way:not(:has(:checked)) .field, .way:has(> input:not(:checked)) .field { display: none; }
.news:empty { margin: 0; }
.notice { padding: .75rem 1rem; border-radius: .5rem; background: var(--note-ground); color: var(--note); }
.notice.bad { background: var(--bad-ground); color: var(--bad); }
.notice.good { background: var(--good-ground); color: var(--good); }
code { font-family: var(--mono); font-size: .875rem; }
.staff { font-size: .9375rem; }
.timeline li { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; padding: .25rem 0; }
.timeline span { overflow-wrap: anywhere; min-width: 0; }
.timeline time { color: var(--quiet); font-variant-numeric: tabular-nums; }
@media (max-width: 22.5rem) { .sheet { padding: 1rem; } .triple { gap: 0 .5rem; } .triple input { padding: .5rem; } }
`;
