import type { Attempt, PaymentChange, PaymentLink } from "@pay-index/core/store";
import { remember } from "./mirror.ts";
import { startOfTime, type World } from "./world.ts";

const minute = 60_000;

/** Checks the promises about payment links: LINK-OPEN, LINK-ONE and LINK-LATE. Processes have their own clocks. */
export class LinkJudge {
  readonly #world: World;
  readonly #links = new Map<string, PaymentLink>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Remembers the links. Returns a function that brings them back. */
  snapshot(): () => void {
    return remember(this.#links);
  }

  /** @param known the attempts that were committed before */
  changed({ reference, links, attempts }: PaymentChange, known: ReadonlyMap<string, Attempt>): void {
    const { clockError } = this.#world;
    const now = startOfTime + this.#world.now;
    for (const link of links) this.#links.set(link.linkId, link);
    const isOpen = (link: PaymentLink) =>
      link.reference === reference &&
      link.withdrawn === undefined &&
      Date.parse(link.endsAt) > now + minute + clockError;
    const open = links.length === 0 ? [] : [...this.#links.values()].filter(isOpen);
    this.#world.check(open.length < 2, "one payment link of an order is open", reference);
    for (const { link, attemptId } of attempts) {
      if (link === undefined || known.has(attemptId)) continue;
      const { withdrawn } = this.#links.get(link.linkId) ?? {};
      const isOver = now - Date.parse(withdrawn?.at ?? link.endsAt) > 5 * minute + clockError;
      this.#world.check(!isOver, "a payment link that is over starts no attempt", attemptId);
    }
  }

  /** The shop is asked to place the order of an attempt that staff did not decide about. */
  placing(attempt: Attempt | undefined, longAgo: number): void {
    const { withdrawn } = this.#links.get(attempt?.link?.linkId ?? "") ?? {};
    const isWithdrawn = withdrawn !== undefined && Date.parse(withdrawn.at) < longAgo;
    this.#world.check(!isWithdrawn, "a withdrawn payment link places no order by itself", withdrawn?.at);
  }
}
