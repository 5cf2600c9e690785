/** A backup is made every night; when two nights have passed without one, somebody has to look (docs/how-to/back-up-and-restore.md). */
export const OVERDUE_AFTER_HOURS = 48;
