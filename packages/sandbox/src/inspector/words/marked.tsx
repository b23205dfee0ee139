import type { Cut } from "../../signature-diagnosis/text-difference.ts";

/** A text with the place where it differs: underlined, framed and bold, so that nobody needs the colour. */
export function Marked({ cut }: { cut: Cut }) {
  return (
    <>
      {cut.before}
      <mark class="differs">{cut.differs === "" ? "(nothing)" : cut.differs}</mark>
      {cut.after}
    </>
  );
}
