/** The same calls, an older release; its own types would be a second copy of Express's for the compiler. */
declare module "express4" {
  export { default } from "express";
}
