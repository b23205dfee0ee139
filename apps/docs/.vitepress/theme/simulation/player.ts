import { defineComponent, h } from "vue";
import { addedFaultText, type FaultName } from "../../../../../tests/simulation/faults.ts";
import { faultGroups, faultWords } from "./fault-words.ts";
import { Panels } from "./panels.ts";
import type { Run } from "./run.ts";
import { formatTime } from "./short-texts.ts";
import { type Player, usePlayer } from "./state.ts";
import { faultType, Timeline } from "./timeline.ts";
import "./player.css";

/** Lets the reader step through a seed of the simulation, and add faults to it. */
export default defineComponent({
  setup() {
    const player = usePlayer();
    return () => {
      const { run, step, rows, isBusy, isWatched } = player;
      const played = run.value;
      if (played === undefined) return h("p", { class: "player", role: "status" }, playing);
      const changed = played.steps[step.value]?.changes ?? [];
      return h("div", { class: "player", "aria-busy": isBusy.value }, [
        renderSeed(player, played),
        renderPlan(played),
        renderControls(player, played),
        h("div", { class: "player-columns" }, [
          h("div", [renderView(player, played), h(Timeline, { player })]),
          h(Panels, { rows: rows.value.filter(({ reference }) => isWatched(reference)), changed }),
          h("div", [renderAdded(player, played), renderFaults(player)]),
        ]),
      ]);
    };
  },
});

const playing = "The seed is being played …";

const button = (text: string, onClick: () => void, attributes: Record<string, unknown> = {}) =>
  h("button", { type: "button", onClick, ...attributes }, text);

const checkbox = (text: string, isOn: boolean, change: (on: boolean) => void) =>
  h("label", [
    h("input", {
      type: "checkbox",
      checked: isOn,
      onChange: (event: Event) => change((event.target as HTMLInputElement).checked),
    }),
    ` ${text}`,
  ]);

function renderSeed({ start }: Player, { request }: Run) {
  const play = (seed: number | undefined) => void start({ ...request, seed, added: [] });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    play(Number(new FormData(event.target as HTMLFormElement).get("seed")));
  };
  return h("form", { class: "player-bar", onSubmit }, [
    h("label", [
      "Seed ",
      // The attribute: what the reader types stays until there is another seed.
      h("input", {
        key: request.seed,
        name: "seed",
        type: "number",
        min: 1,
        required: true,
        "^value": request.seed,
      }),
    ]),
    h("button", { type: "submit" }, "Play seed"),
    button("Another seed", () => play(undefined)),
    checkbox(
      "With the faults of the seed",
      request.hasOwnFaults,
      (hasOwnFaults) => void start({ ...request, hasOwnFaults }),
    ),
  ]);
}

function renderPlan({ digest, request: { seed, hasOwnFaults, added }, plan }: Run) {
  const own = hasOwnFaults ? "" : " --without all";
  const more = added.map((each) => ` --add "${addedFaultText(each)}"`).join("");
  return h("p", { class: "player-plan" }, [
    `Seed ${seed}: ${plan}. Node prints the same digest, `,
    h("code", { class: "player-digest" }, String(digest)),
    ": ",
    h("code", `npx --yes pnpm@12 simulate --seed ${seed}${own}${more}`),
  ]);
}

function renderControls({ step, move, isPlaying, isBusy }: Player, { steps, finding }: Run) {
  const { at = 0, text = "" } = steps[step.value] ?? {};
  const result = finding === undefined ? `No finding in ${steps.length} steps` : `Finding: ${finding}`;
  return h("div", { class: "player-step" }, [
    h("div", { class: "player-bar", role: "group", "aria-label": "Steps" }, [
      button("Start", () => move(Number.NEGATIVE_INFINITY)),
      button("Back", () => move(-1)),
      button("Forward", () => move(1)),
      button("End", () => move(Number.POSITIVE_INFINITY)),
      button(isPlaying.value ? "Pause" : "Play", () => {
        isPlaying.value = !isPlaying.value;
      }),
      h(
        "strong",
        { class: ["player-result", { broken: finding !== undefined }], role: "status" },
        isBusy.value ? playing : result,
      ),
    ]),
    h("p", { class: "player-now", "aria-live": isPlaying.value ? "off" : "polite" }, [
      h("span", { class: "step-time" }, `Step ${step.value + 1} of ${steps.length}, ${formatTime(at)}`),
      h("span", text),
    ]),
  ]);
}

function renderView({ hasReads, watched }: Player, { references }: Run) {
  const onChange = (event: Event) => {
    watched.value = (event.target as HTMLSelectElement).value;
  };
  const orders = references.map((each) =>
    h("option", { value: each, selected: each === watched.value }, each),
  );
  return h("div", { class: "player-bar" }, [
    h("label", ["Show ", h("select", { onChange }, [h("option", { value: "" }, "all orders"), ...orders])]),
    checkbox("Reads of the database", hasReads.value, (on) => {
      hasReads.value = on;
    }),
  ]);
}

function renderFaults({ step, addFault }: Player) {
  const chip = ([fault, text]: [string, string]) =>
    button(text, () => addFault({ fault: fault as FaultName, line: step.value }), {
      class: "fault",
      draggable: true,
      onDragstart: (event: DragEvent) => event.dataTransfer?.setData(faultType, fault),
    });
  return h("fieldset", { class: "player-faults" }, [
    h("legend", "Add a fault"),
    h(
      "p",
      `Drag a fault to a step, or press it to add it at step ${step.value + 1}. It happens at the first opportunity from there.`,
    ),
    ...Object.entries(faultGroups).map(([title, faults]) =>
      h("details", { open: title === "Notifications" }, [
        h("summary", title),
        h("div", { class: "fault-group" }, Object.entries(faults).map(chip)),
      ]),
    ),
  ]);
}

function renderAdded({ removeFault }: Player, { request, unused, steps }: Run) {
  if (request.added.length === 0) return undefined;
  const items = request.added.map((added) => {
    const words = faultWords[added.fault];
    const isUnused = unused.some(({ fault, line }) => fault === added.fault && line === added.line);
    const what = isUnused ? "it had no opportunity" : "it happened";
    return h("li", [
      `${words}, from step ${added.line + 1}: ${what}. `,
      button("Remove", () => removeFault(added), {
        "aria-label": `Remove: ${words}, from step ${added.line + 1}`,
      }),
    ]);
  });
  return h("ul", { class: "player-added", "aria-label": "Added faults", key: steps.length }, items);
}
