import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LOCAL_KEY } from './browser-state.ts';
import { useOpenIdInUrl, useParamLink } from './use-url-state.ts';

const LISTED_ALERTS_KEY = [...LOCAL_KEY, 'listed-alerts'] as const;
const NONE: readonly number[] = [];

/** Lets users step through the list from an opened alert. Kept in the query cache, which is cleared at sign-out. */
export function useListedAlerts(alerts: readonly { id: number }[]): void {
  const client = useQueryClient();
  const ids = alerts.map(({ id }) => id).join();
  useEffect(() => {
    client.setQueryData(LISTED_ALERTS_KEY, ids === '' ? NONE : ids.split(',').map(Number));
  }, [client, ids]);
  useEffect(() => () => void client.setQueryData(LISTED_ALERTS_KEY, NONE), [client]);
}

export interface AlertPosition {
  position: number;
  count: number;
  previous: number | null;
  next: number | null;
}

/** Uses the list as it was when its first alert was opened, because reviews reorder it. Null for unlisted alerts. */
export function useAlertPosition(id: number | null): AlertPosition | null {
  const listing = useQuery<readonly number[]>({ queryKey: LISTED_ALERTS_KEY, queryFn: skipToken });
  const { data: listed = NONE } = listing;
  const [ids, setIds] = useState(NONE);
  if (id === null && ids.length > 0) setIds(NONE);
  if (id !== null && !ids.includes(id) && listed.includes(id)) setIds(listed);
  const at = id === null ? -1 : ids.indexOf(id);
  if (at < 0) return null;
  return { position: at + 1, count: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

const ALERT_PARAM = 'alert';
export const TIMELINE_PARAM = 'timeline';

export function useOpenedAlert() {
  return useOpenIdInUrl(ALERT_PARAM, [TIMELINE_PARAM]);
}

export function useAlertLinkTarget(id: number): { search: string } {
  return useParamLink(ALERT_PARAM, id);
}
