import type { MarkReadRequest, NotificationList, NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { queryOptions } from '@tanstack/react-query';
import { ALWAYS, jsonQuery, post, put, requestJson } from './api-client.ts';

export const NOTIFICATIONS_KEY = ['/api/notifications'] as const;
export const NOTIFICATION_SETTINGS_KEY = ['/api/settings/notifications'] as const;

export function listNotifications() {
  return queryOptions({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: ({ signal }) => requestJson<NotificationList>(NOTIFICATIONS_KEY[0], { signal, background: true }),
  });
}

export const markRead = (body: MarkReadRequest) => post<NotificationList>('/api/notifications/read', body);
export const getNotificationSettings = () =>
  jsonQuery<NotificationSettings>(NOTIFICATION_SETTINGS_KEY, NOTIFICATION_SETTINGS_KEY[0], ALWAYS);
export const saveNotificationSettings = (settings: NotificationSettings) =>
  put<NotificationSettings>(NOTIFICATION_SETTINGS_KEY[0], settings);
