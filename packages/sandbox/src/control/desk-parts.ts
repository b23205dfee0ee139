import type { Book } from "../book/book.ts";
import type { DeliveryWatch } from "../book/delivery-watch.ts";
import type { JobShelf } from "../clock/job-shelf.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Schedule } from "../clock/schedule.ts";
import type { EventHub } from "../events/event-hub.ts";
import type { FaultDesk } from "../faults/fault-desk.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { QuirkDesk } from "../quirks/quirk-desk.ts";
import type { RefusalShelf } from "../refusals/refusal-shelf.ts";
import type { Settlement } from "../settlement/settlement.ts";

/** The rooms that the desk reaches into. */
export interface DeskParts {
  readonly book: Book;
  readonly clock: SandboxClock;
  readonly schedule: Schedule;
  readonly jobs: JobShelf;
  readonly settlement: Settlement;
  readonly notifier: Notifier;
  readonly faults: FaultDesk;
  readonly quirks: QuirkDesk;
  readonly refusals: RefusalShelf;
  readonly watch: DeliveryWatch;
  readonly events: EventHub;
  /** Milliseconds between the tries of a notification. */
  readonly retryGaps: readonly number[];
  /** Keeps where the clock stands. */
  readonly keepClock: () => void;
}
