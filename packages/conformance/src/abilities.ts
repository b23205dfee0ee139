/** The reason why a host lacks an ability. The capability table prints it, so it must make sense to a reader. */
export interface AbilityNotApplicable {
  readonly notApplicable: string;
}

export type AbilityDeclaration = "implemented" | AbilityNotApplicable;

/** The abilities that scenarios require of a host. Without the required ones no scenario could check how the host handles payments. */
export const abilities = {
  hosted: { what: "sells by hosted checkout", required: true },
  card: { what: "takes card numbers through its own server", required: false },
  link: { what: "sells by payment link", required: false },
  subscription: { what: "sells subscriptions", required: false },
  apm: { what: "sells by alternative payment methods", required: false },
  cycles: { what: "makes an order of each later cycle of a subscription", required: false },
  resolutions: { what: "lets staff resolve review items", required: false },
  refunds: { what: "refunds orders through the gateway", required: false },
  links: { what: "makes payment links for staff", required: false },
  restart: { what: "can be stopped and started again", required: true },
  kill: { what: "can be killed at each step of a payment", required: true },
  clock: { what: "has a clock that can be moved", required: true },
  dump: { what: "shows all that it stores and logs", required: true },
  outages: { what: "goes on after its database was away", required: false },
  injectedFailures: { what: "can be made to fail and to die at its own work", required: false },
  stock: { what: "counts its stock", required: false },
  "cart-changes": { what: "lets a cart change while it is paid", required: false },
  cancelling: { what: "lets an order be cancelled while it is paid", required: false },
  disabling: { what: "lets a way of paying be switched off", required: false },
  tenants: { what: "serves several tenants", required: false },
  languages: { what: "speaks several languages", required: false },
  login: { what: "lets a guest log in while they pay", required: false },
} as const satisfies Record<string, { what: string; required: boolean }>;

export type Ability = keyof typeof abilities;

export type AbilityDeclarations = Readonly<Record<Ability, AbilityDeclaration>>;

export const abilityNames = Object.keys(abilities) as Ability[];

/** The declaration of a host with every ability. A host without one of them replaces its value by a reason. */
export const fullAbilityDeclarations = Object.fromEntries(
  abilityNames.map((name) => [name, "implemented"]),
) as AbilityDeclarations;

/** Returns the problems of a declaration, by ability. The value may come from plain JavaScript. */
export function findDeclarationProblems(declared: Partial<Record<Ability, unknown>>): string[] {
  const unknown = Object.keys(declared ?? {}).filter((name) => !(name in abilities));
  return [
    ...abilityNames.flatMap((name) => findProblem(name, declared?.[name])),
    ...unknown.map((name) => `${name}: there is no such ability`),
  ];
}

function findProblem(name: Ability, declaration: unknown): string[] {
  const { what, required } = abilities[name];
  if (declaration === "implemented") return [];
  const reason = readNotApplicableReason(declaration);
  if (reason === undefined)
    return [`${name}: not declared (${what}): say "implemented", or { notApplicable: "why" }`];
  if (required) return [`${name}: required of every host (${what}), so it cannot be not applicable`];
  return reason.trim() === "" ? [`${name}: not applicable without a reason`] : [];
}

/** Returns the reason of a "not applicable" declaration; undefined if the ability is implemented or the declaration is invalid. */
export function readNotApplicableReason(declaration: unknown): string | undefined {
  if (typeof declaration !== "object" || declaration === null) return undefined;
  const { notApplicable } = declaration as Partial<AbilityNotApplicable>;
  return typeof notApplicable === "string" ? notApplicable : undefined;
}
