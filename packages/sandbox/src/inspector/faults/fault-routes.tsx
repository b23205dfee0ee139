import type { SandboxControl } from "../../control/sandbox-control.ts";
import type { FaultInput, FaultRule } from "../../faults/fault.ts";
import { readPostedForm } from "../../server/read-posted-form.ts";
import {
  answerForm,
  type InspectorApp,
  type InspectorDependencies,
  type InspectorRequestContext,
  showPage,
} from "../inspector-page.tsx";
import { FaultsPage } from "./faults-page.tsx";
import {
  type FaultFormProblem,
  faultsPagePath,
  readFaultForm,
  readScopeChoice,
  type ScopeChoice,
} from "./read-fault-form.ts";

/** Adds the page of the faults. */
export function addFaultRoutes(app: InspectorApp, parts: InspectorDependencies): void {
  const { control } = parts;
  const scopeOf = (c: InspectorRequestContext) => readScopeChoice((name) => c.req.query(name));
  const show = async (
    c: InspectorRequestContext,
    wrong: { problem?: FaultFormProblem; refused?: string } = {},
  ) => {
    const rules = await control.faults();
    return showPage(c, parts, {
      title: "Faults",
      section: "/faults",
      content: <FaultsPage rules={rules} choice={scopeOf(c)} {...wrong} />,
      status: wrong.problem || wrong.refused ? 400 : 200,
    });
  };
  const answer = (c: InspectorRequestContext, work: Promise<unknown>) =>
    answerForm(c, work, { to: faultsPagePath(scopeOf(c)), refused: (refused) => show(c, { refused }) });
  app.get("/faults", (c) => show(c));
  app.get("/faults/remove", (c) => c.redirect(faultsPagePath(scopeOf(c)), 303));
  app.post("/faults", async (c) => {
    const read = readFaultForm(await readPostedForm(c));
    if (read === undefined) return c.redirect(faultsPagePath(scopeOf(c)), 303);
    if ("problem" in read) return show(c, { problem: read.problem });
    return answer(c, addFault(control, scopeOf(c), read.fault));
  });
  app.post("/faults/remove", async (c) => {
    const id = (await readPostedForm(c)).get("id");
    return answer(c, control.clearFaults(id ?? undefined));
  });
}

/** Adds a fault to those of its scope. Replaces a fault of the same kind. */
async function addFault(
  control: SandboxControl,
  { scope }: ScopeChoice,
  fault: FaultInput,
): Promise<readonly FaultRule[]> {
  const standing = (await control.faults())
    .filter((rule) => isSameScope(rule, scope) && rule.fault.kind !== fault.kind)
    .map((rule) => rule.fault);
  return control.setFaults(scope, [...standing, fault]);
}

function isSameScope({ scope: one }: FaultRule, other: ScopeChoice["scope"]): boolean {
  if (one.of === "order" && other.of === "order") {
    return one.orderId === other.orderId && one.merchantId === other.merchantId;
  }
  if (one.of === "merchant" && other.of === "merchant") return one.merchantId === other.merchantId;
  return one.of === other.of;
}
