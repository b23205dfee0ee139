import type { NextConfig } from "next";

const config: NextConfig = {
  // The staff pages are at /staff/, and a gateway may add a slash.
  skipTrailingSlashRedirect: true,
};

export default config;
