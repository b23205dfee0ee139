import { playHalfOfScenarios } from "./half-of-scenarios.mts";

playHalfOfScenarios(1);
