import type { DifferenceParts } from "../../signature-diagnosis/text-difference.ts";

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
