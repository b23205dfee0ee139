import type { Child } from "hono/jsx";
import type { DifferenceParts } from "../../signature-diagnosis/text-difference.ts";
import { Facts } from "../inspector-parts.tsx";

/** A text with its difference underlined, framed and bold, so that it does not depend on colour. */
export function HighlightedDifference({ cut }: { cut: DifferenceParts }) {
  return (
    <>
      {cut.before}
      <mark class="differs">{cut.differs === "" ? "(nothing)" : cut.differs}</mark>
      {cut.after}
    </>
  );
}

/** Signs, one below the other. */
export function Digests({ rows }: { rows: readonly (readonly [name: string, sign: Child])[] }) {
  return <Facts look="digests" rows={rows.map(([name, sign]) => [name, <code class="wire">{sign}</code>])} />;
}
