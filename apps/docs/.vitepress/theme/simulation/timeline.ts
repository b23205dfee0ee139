import { type FunctionalComponent, h, type VNode } from "vue";
import type { FaultName } from "../../../../../tests/simulation/faults.ts";
import { formatTime } from "./short-texts.ts";
import type { Player } from "./state.ts";

/** What a dragged fault carries. */
export const faultType = "application/x-fault";

const keys: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The steps of the run. A fault that is dropped on one happens at the first opportunity from there. */
export const Timeline: FunctionalComponent<{ player: Player }> = ({ player }) => {
  const { run, step, shown, move, addFault } = player;
  const steps = run.value?.steps ?? [];
  const onKeydown = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const onDrop = (event: DragEvent, index: number) => {
    const fault = event.dataTransfer?.getData(faultType) ?? "";
    if (fault === "") return;
    event.preventDefault();
    addFault({ fault: fault as FaultName, line: index });
  };
  const options = shown.value.map((index) => {
    const { at = 0, kind, text } = steps[index] ?? {};
    return h(
      "li",
      {
        key: index,
        id: `step-${index + 1}`,
        role: "option",
        class: `step ${kind}`,
        "aria-selected": index === step.value,
        onClick: () => {
          step.value = index;
        },
        onDragover: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => onDrop(event, index),
      },
      [h("span", { class: "step-time" }, formatTime(at)), h("span", text)],
    );
  });
  return h(
    "ol",
    {
      class: "steps",
      role: "listbox",
      tabindex: 0,
      "aria-label": "Timeline",
      "aria-activedescendant": `step-${step.value + 1}`,
      onKeydown,
      onVnodeMounted: scrollToSelected,
      onVnodeUpdated: scrollToSelected,
    },
    options,
  );
};

/** Scrolls the list and not the page. */
function scrollToSelected({ el }: VNode): void {
  const list = el as HTMLElement;
  const step = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (step === null) return;
  const [from, height] = [step.offsetTop, step.offsetHeight];
  const isSeen = from >= list.scrollTop && from + height <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = from - list.clientHeight / 3;
}
