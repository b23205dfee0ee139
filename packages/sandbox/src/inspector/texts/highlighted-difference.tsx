import type { DifferenceParts } from "../../signature-diagnosis/text-difference.ts";

/** A text with the place where it differs: underlined, framed and bold, so that nobody needs the colour. */
export function HighlightedDifference({ cut }: { cut: DifferenceParts }) {
  return (
    <>
      {cut.before}
      <mark class="differs">{cut.differs === "" ? "(nothing)" : cut.differs}</mark>
      {cut.after}
    </>
  );
}
