import type { Exchange } from "../notification-play.ts";

/** Exchanges as JSON that a person can read and a script can send again. */
export function describeExchanges(exchanges: readonly Exchange[]): unknown {
  return exchanges.map(({ message, verdict, answer }) => ({
    path: `notify/${message.attemptId}/${message.token}`,
    contentType: message.contentType,
    body: message.body.toString("latin1"),
    bodyInBase64: message.body.toString("base64"),
    oracle: { refuse: [...verdict.refusals], fact: verdict.fact },
    answer,
  }));
}
