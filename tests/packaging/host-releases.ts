/** The releases for which the packages are tried: the oldest of the peer range, one in between, and the newest. */
export const medusaReleases = [
  { version: "2.13.6", ui: "4.1.6", router: "6.30.3" },
  { version: "2.18.0", ui: "4.2.0", router: "6.30.4" },
  { version: "2.21.2", ui: "4.2.6", router: "7.18.2" },
] as const;

export type MedusaRelease = (typeof medusaReleases)[number];

export const vendureReleases = ["3.4.4", "3.5.6", "3.7.3"] as const;

export const [, , newestMedusa] = medusaReleases;
