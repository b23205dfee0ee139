import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Desk } from "../../control/desk.ts";
import { SandboxError } from "../../errors.ts";
import type { FaultInput, FaultRule } from "../../faults/fault.ts";
import { readPostedForm } from "../../server/read-posted-form.ts";
import type { DeskContext, InspectorParts } from "../desk-context.ts";
import { deskSigns } from "../words/desk-signs.ts";
import { sentence } from "../words/sentence.ts";
import { FaultsPage } from "./faults-page.tsx";
import {
  type FaultProblem,
  faultsAddress,
  readFaultForm,
  readScope,
  type ScopeChoice,
} from "./read-fault-form.ts";

/** The fault desk. */
export function faultRoutes({ desk }: InspectorParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const scopeOf = (c: DeskContext) => readScope((name) => c.req.query(name));
  const show = async (c: DeskContext, more: { problem?: FaultProblem; refused?: string } = {}) => {
    const [rules, signs] = [await desk.faults(), await deskSigns(desk)];
    const wrong = more.problem !== undefined || more.refused !== undefined;
    return c.html(
      <FaultsPage signs={signs} rules={rules} choice={scopeOf(c)} {...more} />,
      wrong ? 400 : 200,
    );
  };
  app.get("/", (c) => show(c));
  app.get("/remove", (c) => c.redirect(faultsAddress(scopeOf(c)), 303));
  app.post("/", async (c) => {
    const read = readFaultForm(await readPostedForm(c));
    const choice = scopeOf(c);
    if (read === undefined) return c.redirect(faultsAddress(choice), 303);
    if ("problem" in read) return show(c, { problem: read.problem });
    return afterwards(c, { show, work: add(desk, choice, read.fault), choice });
  });
  app.post("/remove", async (c) => {
    const id = (await readPostedForm(c)).get("id");
    return afterwards(c, { show, work: desk.clearFaults(id ?? undefined), choice: scopeOf(c) });
  });
  return app;
}

interface Afterwards {
  readonly show: (c: DeskContext, more: { refused: string }) => Promise<Response>;
  readonly work: Promise<unknown>;
  readonly choice: ScopeChoice;
}

async function afterwards(c: DeskContext, { show, work, choice }: Afterwards): Promise<Response> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return show(c, { refused: sentence(error.message) });
  }
  return c.redirect(faultsAddress(choice), 303);
}

/** A scope's faults are set together: what stands already stays, and a fault of the same kind is replaced. */
async function add(desk: Desk, { scope }: ScopeChoice, fault: FaultInput): Promise<readonly FaultRule[]> {
  const standing = (await desk.faults())
    .filter((rule) => sameScope(rule, scope) && rule.fault.kind !== fault.kind)
    .map((rule) => rule.fault);
  return desk.setFaults(scope, [...standing, fault]);
}

function sameScope(rule: FaultRule, scope: ScopeChoice["scope"]): boolean {
  const [one, other] = [rule.scope, scope];
  if (one.of === "order" && other.of === "order") {
    return one.orderNumber === other.orderNumber && one.merchantId === other.merchantId;
  }
  if (one.of === "merchant" && other.of === "merchant") return one.merchantId === other.merchantId;
  return one.of === other.of;
}
