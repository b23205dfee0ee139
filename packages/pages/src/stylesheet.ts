/**
 * The only stylesheet. It loads nothing, follows the reader's light or dark setting, and uses logical properties for
 * both directions.
 */
export const stylesheet = `:root{color-scheme:light dark;--ground:#f3f4f6;--sheet:#fff;--ink:#1a202c;--soft:#4a5362;--line:#dce0e7;--link:#0b57c2;--on-link:#fff;--good:#0b6b43;--good-ground:#e3f4ea;--bad:#a8261c;--bad-ground:#fcebe9;--note:#7a4d00;--note-ground:#fdf1d8}
@media (prefers-color-scheme:dark){:root{--ground:#111419;--sheet:#1a1f28;--ink:#edf0f5;--soft:#b4bdcc;--line:#303846;--link:#8ebaff;--on-link:#0b1a30;--good:#6fd6a2;--good-ground:#16342a;--bad:#ff9d93;--bad-ground:#402120;--note:#f0c878;--note-ground:#3a2f16}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;min-block-size:100svh;display:grid;align-items:center;justify-items:center;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{inline-size:100%;max-inline-size:28rem;padding:2.25rem 1.75rem 1.75rem;background:var(--sheet);border:1px solid var(--line);border-radius:1rem;text-align:center;overflow-wrap:anywhere}
.mark{display:block;inline-size:4rem;block-size:4rem;margin:0 auto 1.25rem;border-radius:50%}
.good{fill:var(--good);background:var(--good-ground)}
.bad{fill:var(--bad);background:var(--bad-ground)}
.note{fill:var(--note);background:var(--note-ground)}
.wait{border:.3125rem solid var(--line);border-block-start-color:var(--link);animation:turn 1.5s linear 3}
@keyframes turn{to{transform:rotate(1turn)}}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.3;text-wrap:balance}
p,ul{margin:0 0 .75rem;color:var(--soft);text-wrap:balance}
ul{padding-inline-start:1.25rem;text-align:start}
nav{display:grid;gap:.5rem;margin-block-start:1.5rem}
a{display:block;min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid transparent;border-radius:.625rem;color:var(--link);font-weight:600}
a.first{background:var(--link);color:var(--on-link);text-decoration:none}
a:hover{border-color:var(--link)}
a.first:hover{filter:brightness(1.08)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media (max-width:24rem){main{padding:1.75rem 1.25rem 1.25rem}h1{font-size:1.375rem}}
@media (prefers-reduced-motion:reduce){.wait{animation:none}}
@media (forced-colors:active){a.first{border-color:LinkText}}
`;
