export {
  type PlaceRenewalInput,
  placeRenewalWorkflow,
  type RenewalOrderHookInput,
} from "../subscription/place-renewal-workflow.ts";
