export { type PlaceRenewalInput, placeRenewalWorkflow, type RenewalOrder } from "./place-renewal.ts";
