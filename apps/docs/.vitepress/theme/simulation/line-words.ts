import type { FaultName } from "../../../../../tests/simulation/faults.ts";
import type { TraceLine } from "../../../../../tests/simulation/world.ts";
import { faultWords } from "./fault-words.ts";
import type { StepKind } from "./run.ts";
import { shorten } from "./short-texts.ts";

export interface DescribedLine {
  readonly kind: StepKind;
  readonly text: string;
}

/** What a process does with the database, by the method of the payment store or the statement of the host. */
const statements: Readonly<Record<string, string>> = {
  commit: "commits facts, state and jobs of",
  receive: "stores a notification of",
  claimJob: "leases the job",
  claimDueJobs: "leases due jobs",
  completeJob: "completes the job",
  renewLease: "renews the lease of the job",
  retryJobLater: "retries later the job",
  giveUpJob: "gives up the job",
  dies: "ends",
  BEGIN: "begins a transaction",
  COMMIT: "commits the transaction",
  lock: "locks the row",
  "complete in transaction": "completes in the transaction the job",
  "write with key": "writes the order with its key",
  load: "loads the payment",
  addSecret: "creates the secret of the shop",
};

/** Statements that change nothing that the page displays. */
const isRead = (name: string) =>
  /^(?:load|find|list|secrets|count|read|signStrength|rememberSign|claimAlerts|collect|save|delete|record)/.test(
    name,
  );

const calls: Readonly<Record<string, string>> = {
  "/pay_index": "the sale",
  "/pay/trade/query": "the query",
  "/pay/trade/refund": "the refund",
  "/pay/trade/refundQuery": "the refund query",
  "/pay/trade/subscribeCancel": "the cancellation",
};

/** A line of the timeline in words, for a reader who does not know the simulation. */
export function describeLine(line: TraceLine): DescribedLine {
  const { kind, text } = describe(line);
  const short = shorten(text);
  return { kind, text: short.charAt(0).toUpperCase() + short.slice(1) };
}

function describe({ who, what }: TraceLine): DescribedLine {
  switch (who) {
    case "fault":
      return { kind: "fault", text: `Fault: ${faultWords[what as FaultName] ?? what}` };
    case "BROKEN":
      return { kind: "finding", text: `Finding: ${what}` };
    case "gateway":
      return { kind: "gateway", text: gatewayText(what) };
    case "reply":
      return { kind: "shop", text: replyText(what) };
    case "shop":
      return { kind: "shop", text: `the shop writes ${what.replace(/ \(.*/, "")}` };
    case "buyer":
    case "staff":
    case "somebody":
      return { kind: "people", text: `${who === "buyer" ? "the buyer" : who} ${what}` };
    default:
      return what.startsWith("{") ? eventText(who, what) : statementText(who, what);
  }
}

function gatewayText(what: string): string {
  const [, path = "", id = "", reply = ""] = /^(\/\S+) (\S+) → (.*)$/.exec(what) ?? [];
  if (path === "") return `the gateway ${what}`;
  const outcome = Object.entries({
    status: "status",
    msg: "message",
    trade_state: "state",
    refund_status: "status",
  })
    .flatMap(([name, word]) => {
      const value = new RegExp(`"${name}":"?([^",}]*)`).exec(reply)?.[1];
      return value === undefined ? [] : [`${word} ${value}`];
    })
    .join(", ");
  return `the gateway answers ${calls[path] ?? path} of ${id}${outcome === "" ? "" : `: ${outcome}`}`;
}

function replyText(what: string): string {
  const [, kind = "", transaction = "", status = "", body = ""] =
    /^(.*?) \{.*?(?:"transaction_id":"([^"]*)".*?)?\} → (\d+) (.*)$/.exec(what) ?? [];
  const message = kind === "genuine" ? "the notification" : `a forged message (${kind})`;
  return `the shop replies ${status} ${body} to ${message} ${transaction}`;
}

function eventText(who: string, what: string): DescribedLine {
  const value = (name: string) => new RegExp(`"${name}":"?([^",}]*)`).exec(what)?.[1] ?? "";
  const event = value("event");
  const about = value("attemptId") || value("reference");
  const details = {
    "attempt-started": `${value("variant")}, attempt ${value("attemptNumber")}`,
    "response-received": value("outcome"),
    "attempt-state-changed": `${value("from")} → ${value("to")}`,
    "cycle-state-changed": `${value("from")} → ${value("to")}`,
    "refund-state-changed": value("to"),
    "notification-received": value("isRepeated") === "true" ? "repeated" : "new",
    "job-completed": value("kind"),
    "review-item-opened": value("kind"),
  }[event];
  const words = event.replaceAll("-", " ");
  return {
    kind: "shop",
    text: `${who} reports: ${words}${about === "" ? "" : ` (${about})`}${details === undefined ? "" : `: ${details}`}`,
  };
}

function statementText(who: string, what: string): DescribedLine {
  const [, call = what, answer = ""] = /^(.*?) → (.*)$/s.exec(what) ?? [];
  const known = Object.keys(statements).findLast((each) => call === each || call.startsWith(`${each} `));
  const [name = "", words = "reads"] = known === undefined ? call.split(" ", 1) : [known, statements[known]];
  const isFailed = /^\w*Error: /.test(answer);
  const isIdle = isRead(call) || (name === "claimDueJobs" && answer === "[]");
  const outcome = isFailed ? `: ${answer.replace(/^\w*Error: /, "")}` : outcomeText(name, answer);
  return {
    kind: isIdle && !isFailed ? "read" : "shop",
    text: `${who} ${words}${call.slice(name.length)}${outcome}`,
  };
}

function outcomeText(name: string, answer: string): string {
  if (name === "commit" && answer !== '"committed"') return ": another process was faster";
  if (name === "receive" && answer !== '"new"') return ": it is stored already";
  if (name === "claimJob" && answer === "") return ": another process has it";
  return answer === "false" ? ": nothing to change" : "";
}
