import { type AbilityDeclarations, fullAbilityDeclarations } from "@pay-index/conformance";

export const medusaCapabilities: AbilityDeclarations = {
  ...fullAbilityDeclarations,
  cancelling: {
    notApplicable:
      "Medusa has no order before it is paid, so while a buyer pays there is only a cart, and a cart cannot be cancelled.",
  },
  disabling: {
    notApplicable:
      "Medusa completes no cart by a provider that its region offers no longer. Staff are told, and place the order when it is offered again.",
  },
};
