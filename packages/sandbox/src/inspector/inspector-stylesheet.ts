/** The styles that the inspector adds to those of all pages. No information depends on colour alone. */
export const inspectorStylesheet = `
:root { --mark: #ffe08a; --mark-ink: #3a2a00; --rail: #c3cbc5; --raised: #fafbf9; }
@media (prefers-color-scheme: dark) { :root { --mark: #5c4400; --mark-ink: #ffe9b0; --rail: #4a554f; --raised: #232a26; } }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: .5rem; top: .5rem; z-index: 2; padding: .625rem 1rem; background: var(--sheet); border-radius: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.inspector main { max-width: 70rem; padding-top: 1.25rem; }
.inspector main:focus { outline: none; }
.top {
  display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 2rem; max-width: 70rem; margin: 0 auto; padding: .875rem 1rem 0;
}
.top .name { color: var(--ink); font-weight: 700; text-decoration: none; padding: .375rem 0; }
.top .name span { color: var(--quiet); font-weight: 400; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem; list-style: none; margin: 0 0 0 -.75rem; padding: 0; }
.top nav a {
  display: block; min-height: 2.5rem; padding: .5rem .75rem; color: var(--ink); text-decoration: none; border-radius: .5rem;
}
.top nav a:hover { text-decoration: underline; }
.top nav a[aria-current] { background: var(--sheet); font-weight: 650; box-shadow: inset 0 -.1875rem 0 var(--accent); }
.signs { max-width: 70rem; margin: .75rem auto 0; padding: 0 1rem; }
.signs ul { margin: 0; padding: .5rem .875rem; list-style: none; background: var(--note-ground); color: var(--note); border-radius: .5rem; font-size: .9375rem; }
.signs ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.signs li::before { content: "▲ " / ""; }
.signs a { color: inherit; }
.inspector h1 { font-size: 1.625rem; overflow-wrap: anywhere; margin-bottom: .5rem; }
.inspector h4 { font-size: .875rem; margin: .875rem 0 .25rem; }
.fault-group > h2 { margin: 1.75rem 0 .75rem; }
.inspector .lead { color: var(--quiet); max-width: 42rem; margin-bottom: 1.25rem; }
.inspector .sheet { min-width: 0; }
.inspector h3 { font-size: 1rem; margin: 1.25rem 0 .375rem; }
.crumb { margin: 0 0 .5rem; font-size: .9375rem; }
.inspector dl.facts { grid-template-columns: minmax(7rem, auto) 1fr; }
.inspector dl.facts dd { text-align: left; }
.inspector button, .inspector .button { width: auto; display: inline-block; margin: 0; }
.inspector select, .inspector textarea {
  min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--field);
  border: 1px solid var(--field-line); border-radius: .5rem; max-width: 100%;
}
.inspector textarea { width: 100%; font-family: var(--mono); font-size: .8125rem; }
.inspector input { margin: 0; }
.bar { display: flex; flex-wrap: wrap; gap: .625rem; align-items: end; margin: 0 0 1rem; }
.bar > div { min-width: 0; }
.problem { margin: .375rem 0 0; color: var(--bad); font-weight: 600; font-size: .9375rem; }
.problem::before { content: "✕ " / "Error: "; }
[aria-invalid] { border-color: var(--bad) !important; border-width: 2px !important; }
.hint { margin: .25rem 0 0; color: var(--quiet); font-size: .875rem; }
/* a state is a word and a shape; the colour only helps */
.tag {
  display: inline-block; padding: .0625rem .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8125rem;
  font-weight: 650; white-space: nowrap;
}
.tag::before { margin-right: .25rem; }
.tag.paid { color: var(--accent); background: var(--good-ground); } .tag.paid::before { content: "✓" / ""; }
.tag.failed { color: var(--bad); background: var(--bad-ground); } .tag.failed::before { content: "✕" / ""; }
.tag.pending { color: var(--quiet); } .tag.pending::before { content: "…" / ""; }
.tag.closed { color: var(--quiet); border-style: dashed; } .tag.closed::before { content: "−" / ""; }
.tag.lenient { color: var(--note); background: var(--note-ground); } .tag.lenient::before { content: "!" / ""; }
table.cards td { vertical-align: middle; }
table.cards td:first-child a { font-weight: 600; white-space: normal; overflow-wrap: anywhere; }
table.cards .time { font-variant-numeric: tabular-nums; }
.said { max-width: 22rem; }
.next { padding: .875rem 1rem; margin: 0 0 1rem; border-left: .25rem solid var(--accent); border-radius: 0 .5rem .5rem 0; background: var(--good-ground); }
.next.alarm { border-left-color: var(--bad); background: var(--bad-ground); }
.next h2 { margin: 0 0 .25rem; font-size: .8125rem; letter-spacing: .03em; text-transform: uppercase; }
.next p { margin: 0 0 .375rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
.next p + p { font-size: .9375rem; }
.next p:last-child { margin: 0; }
.two { display: grid; gap: 0 1rem; align-items: start; }
@media (min-width: 60rem) { .two { grid-template-columns: minmax(0, 1fr) 20rem; } }
ol.line { list-style: none; margin: 0; padding: 0; }
ol.line > li { position: relative; padding: 0 0 1.25rem 2rem; overflow-wrap: anywhere; }
ol.line > li::before { content: ""; position: absolute; left: .5625rem; top: .375rem; bottom: -.375rem; width: .125rem; background: var(--rail); }
ol.line > li:last-child { padding-bottom: 0; } ol.line > li:last-child::before { display: none; }
ol.line .dot {
  position: absolute; left: 0; top: .125rem; width: 1.25rem; height: 1.25rem; border: .125rem solid var(--rail); border-radius: 50%;
  background: var(--sheet); color: var(--quiet); font-size: .6875rem; line-height: 1rem; text-align: center; font-weight: 700;
}
ol.line .good .dot { border-color: var(--accent); color: var(--accent); }
ol.line .bad .dot { border-color: var(--bad); color: var(--bad); border-radius: .25rem; }
ol.line .odd .dot { border-color: var(--note); color: var(--note); border-radius: .25rem; }
ol.line h3 { margin: 0; font-size: 1rem; font-weight: 600; }
ol.line p { margin: .125rem 0 0; }
.when { color: var(--quiet); font-size: .8125rem; font-variant-numeric: tabular-nums; }
details { margin: .375rem 0 0; }
summary { cursor: pointer; color: var(--accent); padding: .25rem 0; width: fit-content; max-width: 100%; }
.wire { white-space: pre-wrap; word-break: break-all; line-height: 1.6; }
.wire + .problem { margin-top: .625rem; }
li > .wire { margin-top: .375rem; padding: .5rem .75rem; }
mark.differs {
  background: var(--mark); color: var(--mark-ink); font-weight: 700; text-decoration: underline wavy; text-underline-offset: .2em;
  border: 1px solid currentColor; border-radius: .1875rem; padding: 0 .125rem;
}
.digests { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: .5rem 0; }
.digests dd { text-align: left; }
ul.faults { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
@media (min-width: 48rem) { ul.faults { grid-template-columns: 1fr 1fr; } }
ul.faults > li { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
ul.faults .bar > div { flex: 1 1 9rem; }
ul.faults select { width: 100%; }
ul.faults h3 { margin: 0 0 .25rem; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .625rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
ul.rows > li:last-child { border-bottom: 0; padding-bottom: 0; }
.scroll > pre { overflow: visible; width: max-content; min-width: 100%; }
.hint + p { margin-top: .75rem; }
.rows + .hint, .rows + form { margin-top: .875rem; }
.below { margin: 1rem 0 0; }
.clockface { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums; margin: .25rem 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; font-weight: 650; margin: 0 0 .5rem; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; align-items: start; padding: .625rem 0; border-bottom: 1px solid var(--line); }
.choice input { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.choice:last-child { border-bottom: 0; }
.choice label { font-size: 1rem; margin: 0; }
.choice p { margin: 0; color: var(--quiet); font-size: .9375rem; grid-column: 2; }
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: fresh 1.6s ease-out; }
  @keyframes fresh { from { background: var(--mark); } }
}
@media (max-width: 44rem) {
  table.cards, table.cards tbody, table.cards tr, table.cards td { display: block; }
  table.cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.cards tr { padding: .75rem 0; border-bottom: 1px solid var(--line); }
  table.cards tr:first-child { padding-top: 0; } table.cards tr:last-child { border-bottom: 0; padding-bottom: 0; }
  table.cards td { padding: .125rem 0; border: 0; display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .5rem; }
  table.cards td::before { content: attr(data-label); color: var(--quiet); font-size: .8125rem; }
  table.cards td > * { justify-self: start; }
  table.cards td code { white-space: normal; overflow-wrap: anywhere; }
  .top ul { margin-left: 0; }
  .inspector .bar button { width: 100%; } .inspector .bar > div, .inspector .bar > form, .inspector .bar select { width: 100%; }
  .inspector dl.facts { grid-template-columns: 1fr; gap: 0; } .inspector dl.facts dd { margin-bottom: .5rem; }
}
@media (forced-colors: active) { mark.differs { outline: 2px solid; } }
`;
