import { DEFAULT_NOTIFICATIONS, type NotificationSettings } from '@clearwatch/contracts/notifications.dto';

/** Settings as they were stored, maybe by another version: what is missing or makes no sense is as at first. */
export function readSettings(stored: unknown): NotificationSettings {
  const held = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_NOTIFICATIONS).map(([name, byDefault]) => {
    const value = held[name];
    return [name, typeof value === typeof byDefault ? value : byDefault];
  });
  return Object.assign({}, DEFAULT_NOTIFICATIONS, Object.fromEntries(known));
}
