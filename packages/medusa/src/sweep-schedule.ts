/** A cron schedule with seconds: every ten seconds. */
export const sweepSchedule = "*/10 * * * * *";
