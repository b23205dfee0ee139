import type { Random } from "../random.ts";

/** One shop under attack, used for a limited number of inputs so that nothing grows. */
export interface TargetRun {
  input(number: number, random: Random): Promise<void>;
  /** What was sent by the last input, for the report. */
  transcript(): unknown;
  close(): Promise<void>;
}

export interface FuzzTarget {
  readonly name: string;
  /** In words, for `--list` and the README. */
  readonly about: string;
  /** Its share of all inputs. */
  readonly share: number;
  /** How many inputs use one shop. */
  readonly perShop: number;
  /** Seconds that one input may take; 10 if undefined. */
  readonly patience?: number;
  open(random: Random): Promise<TargetRun>;
}
