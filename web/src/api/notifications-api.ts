import type {
  MarkReadRequest,
  NotificationList,
  NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';

export const NOTIFICATIONS_KEY = ['/api/notifications'] as const;
export const NOTIFICATION_SETTINGS_KEY = ['/api/settings/notifications'] as const;

export function listNotifications() {
  return queryOptions({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: ({ signal }) =>
      requestJson<NotificationList>(NOTIFICATIONS_KEY[0], { signal, background: true }),
  });
}

export function markRead(request: MarkReadRequest): Promise<NotificationList> {
  return requestJson('/api/notifications/read', { method: 'POST', body: request });
}

export function getNotificationSettings() {
  return queryOptions({
    queryKey: NOTIFICATION_SETTINGS_KEY,
    queryFn: ({ signal }) => requestJson<NotificationSettings>(NOTIFICATION_SETTINGS_KEY[0], { signal }),
    refetchOnMount: 'always',
  });
}

export function saveNotificationSettings(settings: NotificationSettings): Promise<NotificationSettings> {
  return requestJson(NOTIFICATION_SETTINGS_KEY[0], { method: 'PUT', body: settings });
}
