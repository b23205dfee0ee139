import { checkGuarantee } from "../broken-guarantee.ts";
import type { Random } from "../random.ts";
import type { TargetRun } from "../targets/fuzz-target.ts";
import type { AdminAccount, AdminHost, ExpectedAccess, StaffPayment } from "./admin-host.ts";
import { type AdminAnswer, sendRequest } from "./send-request.ts";

/** How many inputs attack one payment before a new one replaces it. */
const inputsPerPayment = 40;

/** Sends requests to an admin API and compares answers and effects with what the account may do. */
export class AdminPlay implements TargetRun {
  readonly #host: AdminHost;
  readonly #payments: StaffPayment[];
  #sent: unknown;

  private constructor(host: AdminHost, payments: StaffPayment[]) {
    this.#host = host;
    this.#payments = payments;
  }

  /** Three payments stand at a time. A replayed input starts with three new ones. */
  static async open(host: AdminHost): Promise<AdminPlay> {
    const payments: StaffPayment[] = [];
    for (const name of ["a", "b", "c"]) payments.push(await host.sell(name));
    return new AdminPlay(host, payments);
  }

  async input(number: number, random: Random): Promise<void> {
    await this.#replacePayment(number);
    const actor = random.pick(this.#host.actors);
    const expectation = this.#host.compose(this.#payments, actor, random);
    const before = await this.#held();
    const answer = await sendRequest(this.#host.origin, expectation.request);
    const { request, ...expected } = expectation;
    const body = request.body.toString("latin1");
    this.#sent = {
      actor: actor.name,
      request: { ...request, body },
      ...expected,
      mayChange: [...expected.mayChange],
      answer,
    };
    this.#checkAnswer(expectation, answer);
    await this.#checkEffects(expectation, actor, before);
    const log = this.#host.takeLog();
    this.#sent = { ...Object(this.#sent), log };
    this.#checkSecrets([answer.headers, answer.body, ...log].join("\n"), expectation);
  }

  transcript(): unknown {
    return this.#sent;
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  async #replacePayment(number: number): Promise<void> {
    if (number % inputsPerPayment !== 0) return;
    this.#payments.shift();
    this.#payments.push(await this.#host.sell(String(number)));
  }

  #held(): Promise<string[]> {
    return Promise.all(this.#payments.map((payment) => this.#host.held(payment)));
  }

  #checkAnswer(expectation: ExpectedAccess, answer: AdminAnswer): void {
    const { status, body } = answer;
    const isServerError = this.#host.isServerError(answer, expectation.request);
    checkGuarantee(!isServerError, `an admin request was answered ${status} ${body.slice(0, 200)}`);
    const isAccepted = this.#host.isAccepted(status, body);
    const { mustRead, mustChange, mayRead, request } = expectation;
    checkGuarantee(
      isAccepted || !(mustRead || mustChange),
      `a valid request of allowed staff was answered ${status} ${body.slice(0, 200)}`,
    );
    const sent = `${request.path}${request.body.toString("latin1")}`;
    for (const { evidence, attemptId } of this.#payments) {
      checkGuarantee(mayRead || !body.includes(evidence), "an account without permission read a review item");
      const isEcho = sent.includes(attemptId);
      checkGuarantee(
        mayRead || isEcho || !body.includes(attemptId),
        "an account without permission read a payment",
      );
    }
  }

  async #checkEffects(
    { mayChange, mustChange, mayRead, mustRead }: ExpectedAccess,
    actor: AdminAccount,
    before: readonly string[],
  ): Promise<void> {
    const after = await this.#held();
    const changed = this.#payments.filter((_, at) => before[at] !== after[at]);
    for (const { attemptId } of changed)
      checkGuarantee(mayChange.has(attemptId), `a request that may not change ${attemptId} changed it`);
    checkGuarantee(
      !mustChange || changed.length === 1,
      "a valid operator action of allowed staff changed nothing",
    );
    checkGuarantee(mayRead || !mustRead, "the oracle contradicts itself");
    const { id } = actor;
    for (const { attemptId } of changed) {
      const text = after[this.#payments.findIndex((payment) => payment.attemptId === attemptId)] ?? "";
      checkGuarantee(id !== undefined && text.includes(id), "a change does not name the account's id");
    }
  }

  #checkSecrets(text: string, { request }: ExpectedAccess): void {
    for (const secret of this.#host.secrets)
      checkGuarantee(!text.includes(secret), "a secret of the shop was written down");
    const { authorization, cookie } = request.headers;
    for (const proof of [authorization?.split(" ", 2)[1], cookie?.split("=", 2)[1]])
      checkGuarantee(
        proof === undefined || proof.length < 20 || !text.includes(proof),
        "a login was written down",
      );
  }
}
