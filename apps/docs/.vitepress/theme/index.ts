import { defineClientComponent, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { OlderVersionNote } from "./older-version-note.ts";
import { VersionMenu } from "./version-menu.ts";
import "./site.css";

/** Only its page loads it. */
const SimulationPlayer = defineClientComponent(() => import("./simulation/player.ts"));

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, undefined, { "doc-before": () => h(OlderVersionNote) }),
  enhanceApp: ({ app }) => {
    app.component("VersionMenu", VersionMenu);
    app.component("SimulationPlayer", SimulationPlayer);
  },
};

export default theme;
