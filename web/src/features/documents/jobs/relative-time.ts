import { formatDay } from '../../../formats/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'Just now', '5m ago', '3h ago' (under 24 hours), otherwise the date (spec section 2). */
export function relativeTime(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < MINUTE_MS) return 'Just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}m ago`;
  return passed < 24 * HOUR_MS ? `${Math.floor(passed / HOUR_MS)}h ago` : formatDay(iso);
}
