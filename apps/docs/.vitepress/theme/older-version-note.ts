import { useData } from "vitepress";
import { defineComponent, h } from "vue";
import { type SiteTheme, usePublishedVersions } from "./published-versions.ts";

/** The note at the top of the pages of an old version. */
export const OlderVersionNote = defineComponent({
  setup() {
    const { theme } = useData<SiteTheme>();
    const published = usePublishedVersions();
    return () => {
      const { version, root, texts } = theme.value.versions;
      const [newest] = published.value;
      if (newest === undefined || newest === version) return undefined;
      const link = h("a", { href: root, target: "_self" }, `${texts.newestPage} ${newest}`);
      return h("div", { class: "warning custom-block older-version" }, [
        h("p", [`${texts.olderPage} `, link]),
      ]);
    };
  },
});
