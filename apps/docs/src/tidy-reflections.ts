import {
  DeclarationReflection,
  ParameterReflection,
  type ProjectReflection,
  ReferenceType,
  type SomeType,
} from "typedoc";

/** Removes what the pages of exports cannot display well from what TypeDoc found. */
export function tidyReflections(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection instanceof ParameterReflection)) continue;
    // Mostly "...": the description has the default.
    delete reflection.defaultValue;
    if (reflection instanceof ParameterReflection) continue;
    hideInternalBases(reflection);
  }
}

/** A base that no entry point exports has no page. Its members are on the page of the type that has them. */
function hideInternalBases(reflection: DeclarationReflection): void {
  const bases = reflection.typeHierarchy;
  if (bases !== undefined && bases.isTarget !== true) {
    bases.types = bases.types.filter((type) => !isInternal(type));
    // Types that extend this one are not listed: in several packages, they have the same name.
    if (bases.next !== undefined) Object.assign(bases.next, { next: undefined });
    if (bases.types.length === 0) delete reflection.typeHierarchy;
  } else delete reflection.typeHierarchy;
  for (const part of [reflection, ...(reflection.signatures ?? [])])
    if (part.inheritedFrom !== undefined && isInternal(part.inheritedFrom)) delete part.inheritedFrom;
}

/** Whether a type is a type of these packages without a page. TypeDoc does not name the package of some of them. */
const isInternal = (type: SomeType) =>
  type instanceof ReferenceType &&
  type.reflection === undefined &&
  /^(?:@pay-index\/|pay-index$|$)/.test(type.package ?? "");
