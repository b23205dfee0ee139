// The staff pages are at /staff/, and a gateway may add a slash.
export default { skipTrailingSlashRedirect: true };
