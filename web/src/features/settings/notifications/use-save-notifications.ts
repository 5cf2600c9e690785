import type { NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { useQueryClient } from '@tanstack/react-query';
import {
  getNotificationSettings,
  NOTIFICATION_SETTINGS_KEY,
  saveNotificationSettings,
} from '../../../api/notifications.ts';

/** Saves what one wants to be told. */
export function useSaveNotifications(onSaved: () => void): (wanted: NotificationSettings) => Promise<void> {
  const client = useQueryClient();
  return async (wanted) => {
    const saved = await saveNotificationSettings(wanted);
    // An answer that was asked for before must not come after.
    await client.cancelQueries({ queryKey: NOTIFICATION_SETTINGS_KEY });
    client.setQueryData(getNotificationSettings().queryKey, saved);
    onSaved();
  };
}
