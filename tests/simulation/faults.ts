/** What can go wrong, with the probability of each opportunity. Which of them happen at all in a simulation is drawn from its seed. */
export const faults = {
  "connection lost before": 0.004,
  "connection lost after": 0.004,
  "database slow": 0.01,
  "database away": 0.0005,
  deadlock: 0.05,
  "process dies": 0.002,
  "process pauses": 0.001,
  "request lost": 0.05,
  "request doubled": 0.05,
  "reply lost": 0.05,
  "reply garbled": 0.04,
  "reply forged": 0.15,
  "reply of another order": 0.15,
  "notification lost": 0.15,
  "notification never sent": 0.05,
  "notification doubled": 0.1,
  "notification late": 0.15,
  "acknowledgement lost": 0.1,
  "gateway refuses": 0.05,
  "operation unanswered": 0.25,
  "operation refused": 0.3,
  "gateway says duplicate": 0.15,
  "gateway charges twice": 0.04,
  "gateway reports another amount": 0.2,
  "gateway reports something odd": 0.3,
  "charge declined": 0.25,
  "many declines": 0.05,
  "subscription closed": 0.2,
  "money goes back": 0.2,
  "shop throws": 0.05,
  "shop hangs": 0.05,
  "shop refuses": 0.05,
  "order changes": 0.1,
  "forged message": 0.25,
  "backup restored": 0.3,
  "standby promoted": 0.002,
  "clock jumps": 0.02,
} as const;
export type FaultName = keyof typeof faults;

/** They concern everything at once, so few seeds have them. */
export const rareFaults = [
  "backup restored",
  "standby promoted",
  "clock jumps",
] as const satisfies readonly FaultName[];

export const faultNames = Object.keys(faults) as FaultName[];

export const isFault = (name: string): name is FaultName => name in faults;

/** A fault that a reader adds to a seed. It happens at the first opportunity after this many lines of the timeline. */
export interface AddedFault {
  readonly fault: FaultName;
  readonly line: number;
}

/** Reads `120:reply lost`: the first lost reply after 120 lines of the timeline. */
export function parseAddedFault(text: string): AddedFault[] {
  const [, line, fault = ""] = /^(\d+):(.+)$/.exec(text) ?? [];
  return isFault(fault) ? [{ fault, line: Number(line) }] : [];
}

export const addedFaultText = ({ fault, line }: AddedFault) => `${line}:${fault}`;
