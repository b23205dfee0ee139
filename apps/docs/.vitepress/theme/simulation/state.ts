import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from "vue";
import { type AddedFault, addedFaultText, parseAddedFault } from "../../../../../tests/simulation/faults.ts";
import { faultWords } from "./fault-words.ts";
import type { Row, Run, RunRequest } from "./run.ts";

/** A short one: one order, two processes, one attempt. */
const firstSeed = 820;
/** Milliseconds between two steps of a run that plays. */
const pace = 700;

/** The run that the page displays, and the step. The address of the page holds seed, faults and step. */
export function usePlayer() {
  const run = shallowRef<Run>();
  const step = ref(0);
  const hasReads = ref(false);
  /** The order that the reader watches. Empty: all. */
  const watched = ref("");
  const isBusy = ref(true);
  const isPlaying = ref(false);
  const play = usePlayedRuns();

  /** Whether something about an order, or about none, is displayed. */
  const isWatched = (reference: string | undefined) =>
    watched.value === "" || reference === undefined || reference === watched.value;

  /** The steps that the timeline displays, by their index. An address can lead to any step. */
  const shown = computed(() => {
    const steps = run.value?.steps ?? [];
    return steps.flatMap(({ kind, reference }, index) =>
      index === step.value || (isWatched(reference) && (hasReads.value || kind !== "read")) ? [index] : [],
    );
  });
  const rows = computed(() => rowsAt(run.value, step.value));

  /** Goes forward or back by some displayed steps. Returns whether there was one. */
  function move(by: number): boolean {
    const at = shown.value.findLastIndex((index) => index <= step.value);
    const next = shown.value[Math.min(Math.max(at + by, 0), shown.value.length - 1)] ?? 0;
    const isMoved = next !== step.value;
    step.value = next;
    return isMoved;
  }

  async function start(request: RunRequest, findStep: (played: Run) => number = () => 0): Promise<void> {
    isPlaying.value = false;
    isBusy.value = true;
    const played = await play(request);
    isBusy.value = false;
    run.value = played;
    if (!played.references.includes(watched.value)) watched.value = "";
    step.value = Math.max(0, Math.min(findStep(played), played.steps.length - 1));
  }

  /** Plays the run again with one fault more, and goes to the step where it happens. */
  function addFault(fault: AddedFault): void {
    if (run.value === undefined) return;
    const { request } = run.value;
    const text = `Fault: ${faultWords[fault.fault]}`;
    void start({ ...request, added: [...request.added, fault] }, ({ steps }) => {
      const at = steps.findIndex((each, index) => index >= fault.line && each.text === text);
      return at < 0 ? fault.line : at;
    });
  }

  function removeFault(fault: AddedFault): void {
    if (run.value === undefined) return;
    const { request } = run.value;
    void start({ ...request, added: request.added.filter((each) => each !== fault) }, () => fault.line);
  }

  watch([run, step], () => {
    if (run.value !== undefined) writeAddress(run.value, step.value);
  });
  useTimer(isPlaying, () => {
    if (!move(1)) isPlaying.value = false;
  });
  onMounted(() => void start(readRequest(), () => Number(readAddress().get("step") ?? 1) - 1));
  const choices = { hasReads, watched, isWatched };
  return { run, step, ...choices, isBusy, isPlaying, shown, rows, move, start, addFault, removeFault };
}

export type Player = ReturnType<typeof usePlayer>;

/** Plays a run in a worker of its own. The one before ends: nobody waits for it any more. */
function usePlayedRuns(): (request: RunRequest) => Promise<Run> {
  let worker: Worker | undefined;
  onBeforeUnmount(() => worker?.terminate());
  return (request) => {
    worker?.terminate();
    const next = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker = next;
    next.postMessage(request);
    return new Promise((resolve) => {
      next.onmessage = ({ data }: MessageEvent<Run>) => resolve(data);
    });
  };
}

function useTimer(isOn: { readonly value: boolean }, run: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  watch(
    () => isOn.value,
    (on) => {
      clearInterval(timer);
      if (on) timer = setInterval(run, pace);
    },
  );
  onBeforeUnmount(() => clearInterval(timer));
}

/** The rows of all tables after a step. */
function rowsAt(run: Run | undefined, step: number): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { changes } of run?.steps.slice(0, step + 1) ?? [])
    for (const row of changes) {
      const key = `${row.table}/${row.id}`;
      if (row.isGone === true) rows.delete(key);
      else rows.set(key, row);
    }
  return [...rows.values()];
}

const readAddress = () => new URL(window.location.href).searchParams;

/** Reads `?seed=42&own&add=17:reply lost`. */
function readRequest(): RunRequest {
  const address = readAddress();
  const added = address.getAll("add").flatMap(parseAddedFault);
  return {
    seed: Number(address.get("seed") ?? firstSeed) || firstSeed,
    hasOwnFaults: address.has("own"),
    added,
  };
}

function writeAddress({ request: { seed, hasOwnFaults, added } }: Run, step: number): void {
  const address = new URL(window.location.href);
  const values = new URLSearchParams({ seed: String(seed), step: String(step + 1) });
  if (hasOwnFaults) values.set("own", "1");
  for (const fault of added) values.append("add", addedFaultText(fault));
  address.search = values.toString();
  window.history.replaceState(window.history.state, "", address);
}
