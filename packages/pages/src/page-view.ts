import { describeBuyerFieldProblems, describeMinimum, type FieldProblem } from "./buyer-field-problems.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { escapeHtml, isSafeHref } from "./html.ts";
import type { PageInput, PageKind, PageLink, PageView } from "./page-input.ts";
import { isWaitingKind, pageKinds } from "./page-kinds.ts";
import type { PageTexts } from "./texts/en.ts";
import { findTexts, type Language } from "./texts/languages.ts";
import {
  computeInitialRefreshCounter,
  isLongWait,
  refreshDelay,
  statusPollingScript,
} from "./waiting-page.ts";

/** Creates the content of a page in one language. Has no side effects. */
export function createPageView(input: PageInput): PageView {
  const { language, asked = 0 } = input;
  const words = findTexts(language);
  const kind = effectiveKind(input);
  const asks = isWaitingKind(kind);
  const text = pageParagraphs(words, kind, input);
  const list = [
    ...new Set((input.card?.problems ?? []).map((problem) => describeFieldProblem(words, problem, language))),
  ];
  return {
    kind,
    language,
    tag: words.tag,
    direction: words.direction,
    heading: words.pages[kind].heading,
    text,
    list,
    navigation: words.navigation,
    links: pageKinds[kind].links.flatMap((to) => createLinks(words, to, input)),
    head: asks ? refreshMeta(asked, input.reported === true) : "",
    live: renderLiveRegion({ words, input, text, list, asks }),
    csp: contentSecurityPolicy({ asks }),
  };
}

function effectiveKind({ kind, asked = 0 }: PageInput): PageKind {
  return (isLongWait(asked) ? pageKinds[kind].afterLongWait : undefined) ?? kind;
}

function pageParagraphs(words: PageTexts, kind: PageKind, input: PageInput): string[] {
  const { card, reported, email, language, amount = "" } = input;
  const { text } = words.pages[kind];
  if (kind === "confirming" && reported === true) return [words.reported];
  if (kind === "link-open") return [text.replace("{amount}", amount)];
  if (kind === "card-refused" && card !== undefined)
    return [
      card.refusal === "amount_below_minimum"
        ? describeMinimum(card.minimum ?? "", language)
        : words.refusals[card.refusal],
      text,
    ];
  return pageKinds[kind].hasLaterResult === true ? [text, newsText(words, email)] : [text];
}

function newsText({ news }: PageTexts, email = true): string {
  return email ? news.byMail : news.onOrder;
}

function describeFieldProblem({ fields }: PageTexts, problem: FieldProblem, language: Language): string {
  const { path, message } = problem;
  if (Object.hasOwn(fields, path)) return fields[path as keyof typeof fields];
  // The message about the whole cart is complete.
  if (path === "cart") return message;
  return describeBuyerFieldProblems([problem], language) ?? `${path}: ${message}`;
}

/** A link and not a form: browsers apply the policy for forms to the redirect as well. Previews of messages do not follow it. */
const ownHrefs = { again: "", pay: "?pay=1" } as const;

function createLinks({ links }: PageTexts, to: PageLink["to"], { addresses = {} }: PageInput): PageLink[] {
  if (to === "again" || to === "pay") return [{ to, href: ownHrefs[to], text: links[to] }];
  const href = addresses[to];
  if (href === undefined || !isSafeHref(href)) return [];
  return [{ to, href, text: links[to] }];
}

function refreshMeta(asked: number, reported: boolean): string {
  const after = refreshDelay(asked);
  if (after === undefined) return "";
  return `<noscript><meta http-equiv="refresh" content="${after};url=${refreshQuery(asked + 1, reported)}"></noscript>`;
}

/** Returns the query of this page's address for the next reload, escaped for attributes. */
function refreshQuery(asked: number, reported: boolean): string {
  const query = [...(asked > 0 ? [`asked=${asked}`] : []), ...(reported ? ["hint=problem"] : [])];
  return `?${query.join("&amp;")}`;
}

/** A page that reloads repeatedly disturbs readers and restarts screen readers, so only the buyer can start it. */
function noScriptControls(
  { withoutScript: say }: PageTexts,
  { asked = 0, reported = false }: PageInput,
): string {
  const link = (text: string, to: number) =>
    `<a href="${refreshQuery(to, reported)}">${escapeHtml(text)}</a>`;
  const isRunning = refreshDelay(asked) !== undefined;
  const content = isRunning
    ? `<p>${escapeHtml(say.running)}</p>${link(say.stop, 0)}`
    : link(say.offer, computeInitialRefreshCounter(asked));
  return `\n<noscript>${content}</noscript>`;
}

interface LiveRegionInput {
  readonly words: PageTexts;
  readonly input: PageInput;
  readonly text: readonly string[];
  readonly list: readonly string[];
  readonly asks: boolean;
}

function renderLiveRegion({ words, input, text, list, asks }: LiveRegionInput): string {
  const data = asks ? liveRegionData(words, input) : {};
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  const script = asks ? `\n<script>${statusPollingScript}</script>${noScriptControls(words, input)}` : "";
  const [first = "", ...rest] = text.map((each) => `<p>${escapeHtml(each)}</p>`);
  const goesOn = continuationTexts(words, effectiveKind(input)).map(
    (each) => `<p hidden>${escapeHtml(each)}</p>`,
  );
  const content = first + renderList(list) + rest.join("") + goesOn.join("");
  const sandbox = input.sandbox === true ? `<p><strong>${escapeHtml(words.sandbox)}</strong></p>\n` : "";
  return `${sandbox}<div role="status"${attributes.join("")}>${content}</div>${script}`;
}

/** A long wait has no hint that the page continues automatically: buyers can leave. */
function continuationTexts({ goesOn }: PageTexts, kind: PageKind): string[] {
  return isWaitingKind(kind) && kind !== "confirming-long" ? [goesOn] : [];
}

/** Returns the data attributes for the script: the status address, and the later texts. */
function liveRegionData(words: PageTexts, input: PageInput): Record<string, string> {
  const { pages, soon } = words;
  const base = { "pay-page": input.kind.replace(/-long$/, ""), soon };
  const kind = effectiveKind(input);
  const long = kind === "placing" ? kind : pageKinds[kind].afterLongWait;
  if (long === undefined) return base;
  const { heading, text } = pages[long];
  const news = long === "starting-long" ? [] : [newsText(words, input.email)];
  return {
    ...base,
    "long-heading": heading,
    long: [text, ...continuationTexts(words, long), ...news].join("\n"),
  };
}

/** A line of the shop can be in another language and direction. */
function renderList(list: readonly string[]): string {
  const lines = list.map((line) => `<li><bdi>${escapeHtml(line)}</bdi></li>`);
  return lines.length === 0 ? "" : `<ul>${lines.join("")}</ul>`;
}
