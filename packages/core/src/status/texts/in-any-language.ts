/** The texts of another language: the same names, with any text. */
export type InAnyLanguage<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : InAnyLanguage<Words[Key]>;
};
