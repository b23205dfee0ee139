import { englishStaffTexts, type StaffTexts } from "@pay-index/core/staff";

type ApiName<Name extends string> = Name extends `${infer Start}-${infer Rest}`
  ? ApiName<`${Start}_${Rest}`>
  : Uppercase<Name>;

/** The kind of a review item, as the Admin API names it. */
export type ReviewKind = ApiName<keyof StaffTexts["reviewItems"]>;

/** Every kind of review item, in the order of core's texts. */
export const reviewKinds = Object.keys(englishStaffTexts.reviewItems).map((kind) =>
  kind.toUpperCase().replaceAll("-", "_"),
) as readonly ReviewKind[];
