import type { NotificationList } from '@clearwatch/contracts/notifications.dto';
import { useEffect, useRef } from 'react';
import { useToasts } from '../toasts/toasts.tsx';
import { newsIn } from './news-in.ts';

/** Says in a toast what has come in while the page is open; what was there before waits behind the bell. */
export function useToldAloud(list: NotificationList | undefined): void {
  const toasts = useToasts();
  /** The newest that is known here; null before the first answer. */
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (list === undefined) return;
    const news = known.current === null ? null : newsIn(list, known.current);
    known.current = Math.max(known.current ?? 0, list.newest[0]?.id ?? 0);
    if (news !== null) toasts.news(news);
  }, [list, toasts]);
}
