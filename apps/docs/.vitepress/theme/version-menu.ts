import { useData } from "vitepress";
import VPNavBarMenuGroup from "vitepress/dist/client/theme-default/components/VPNavBarMenuGroup.vue";
import VPNavScreenMenuGroup from "vitepress/dist/client/theme-default/components/VPNavScreenMenuGroup.vue";
import { defineComponent, h } from "vue";
import { type SiteTheme, usePublishedVersions } from "./published-versions.ts";

/** The menu with the versions of the documentation. `screenMenu`: in the menu of a phone. */
export const VersionMenu = defineComponent({
  props: { screenMenu: Boolean },
  setup({ screenMenu }) {
    const { theme } = useData<SiteTheme>();
    const published = usePublishedVersions();
    return () => {
      const { root, texts } = theme.value.versions;
      const versions = published.value.map((version, index) => ({
        text: `${texts.version} ${version}${index === 0 ? ` (${texts.newest})` : ""}`,
        // Another build of the site, so the link has no base of this one and loads a new document.
        link: new URL(index === 0 ? root : `${root}v${version}/`, window.location.origin).href,
        target: "_self",
        rel: "",
        noIcon: true,
      }));
      const items = [...versions, texts.upgrade];
      return screenMenu
        ? h(VPNavScreenMenuGroup, { text: texts.menu, items })
        : h(VPNavBarMenuGroup, { item: { text: texts.menu, items } });
    };
  },
});
