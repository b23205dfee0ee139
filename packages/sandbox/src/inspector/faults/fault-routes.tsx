import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { SandboxControl } from "../../control/sandbox-control.ts";
import { SandboxError } from "../../errors.ts";
import type { FaultInput, FaultRule } from "../../faults/fault.ts";
import { readPostedForm } from "../../server/read-posted-form.ts";
import type { InspectorDependencies, InspectorRequestContext } from "../inspector-context.ts";
import { findNotices } from "../texts/inspector-notices.ts";
import { toSentence } from "../texts/to-sentence.ts";
import { FaultsPage } from "./faults-page.tsx";
import {
  type FaultFormProblem,
  faultsPagePath,
  readFaultForm,
  readScopeChoice,
  type ScopeChoice,
} from "./read-fault-form.ts";

/** Creates the page of the faults. */
export function createFaultRoutes({ control }: InspectorDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const scopeOf = (c: InspectorRequestContext) => readScopeChoice((name) => c.req.query(name));
  const show = async (
    c: InspectorRequestContext,
    more: { problem?: FaultFormProblem; refused?: string } = {},
  ) => {
    const [rules, signs] = [await control.faults(), await findNotices(control)];
    const wrong = more.problem !== undefined || more.refused !== undefined;
    return c.html(
      <FaultsPage signs={signs} rules={rules} choice={scopeOf(c)} {...more} />,
      wrong ? 400 : 200,
    );
  };
  app.get("/", (c) => show(c));
  app.get("/remove", (c) => c.redirect(faultsPagePath(scopeOf(c)), 303));
  app.post("/", async (c) => {
    const read = readFaultForm(await readPostedForm(c));
    const choice = scopeOf(c);
    if (read === undefined) return c.redirect(faultsPagePath(choice), 303);
    if ("problem" in read) return show(c, { problem: read.problem });
    return applyFaultChange(c, { show, work: addFault(control, choice, read.fault), choice });
  });
  app.post("/remove", async (c) => {
    const id = (await readPostedForm(c)).get("id");
    return applyFaultChange(c, { show, work: control.clearFaults(id ?? undefined), choice: scopeOf(c) });
  });
  return app;
}

interface FaultChange {
  readonly show: (c: InspectorRequestContext, more: { refused: string }) => Promise<Response>;
  readonly work: Promise<unknown>;
  readonly choice: ScopeChoice;
}

async function applyFaultChange(
  c: InspectorRequestContext,
  { show, work, choice }: FaultChange,
): Promise<Response> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return show(c, { refused: toSentence(error.message) });
  }
  return c.redirect(faultsPagePath(choice), 303);
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

function isSameScope(rule: FaultRule, scope: ScopeChoice["scope"]): boolean {
  const [one, other] = [rule.scope, scope];
  if (one.of === "order" && other.of === "order") {
    return one.orderId === other.orderId && one.merchantId === other.merchantId;
  }
  if (one.of === "merchant" && other.of === "merchant") return one.merchantId === other.merchantId;
  return one.of === other.of;
}
