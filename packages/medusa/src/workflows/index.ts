export {
  type PlaceRenewalInput,
  placeRenewalWorkflow,
  type RenewalOrder,
} from "../subscription/place-renewal-workflow.ts";
