// What hosts build their own schemas from: of the zod that is built into core, so that a shop loads it once, without zod's messages in
// fifty languages (decision 0028).
export {
  array,
  boolean,
  coerce,
  custom,
  enum,
  type infer,
  type input,
  int,
  number,
  object,
  type output,
  record,
  strictObject,
  string,
  union,
  unknown,
  type ZodError,
  type ZodObject,
  type ZodType,
} from "zod";
