import { playQuarterOfScenarios } from "./quarter-of-scenarios.mts";

playQuarterOfScenarios(2);
