import fc from "fast-check";

/** Gives each push the same examples. `.ci/long` draws others with FC_SEED. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_122) });
