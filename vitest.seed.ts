import fc from "fast-check";

/** A push is judged by the same examples as the last one; `.ci/long` draws others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) });
