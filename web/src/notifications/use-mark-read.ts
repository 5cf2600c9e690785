import type { MarkReadRequest } from '@clearwatch/contracts/notifications.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listNotifications, markRead, NOTIFICATIONS_KEY } from '../api/notifications.ts';

/** Marks as read. That it failed is no news: they are unread then, and can be marked again. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: MarkReadRequest) => markRead(request),
    onSuccess: async (list) => {
      // An answer that was asked for before must not come after.
      await client.cancelQueries({ queryKey: NOTIFICATIONS_KEY });
      client.setQueryData(listNotifications().queryKey, list);
    },
  });
}
