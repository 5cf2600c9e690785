import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type OpenIdInUrl, useOpenIdInUrl } from './use-url-state.ts';

const LISTED_ALERTS_KEY = ['listed-alerts'] as const;
const NONE: readonly number[] = [];

/**
 * Says which alerts stand on the screen, in which order: whoever opens one of them goes on to the others from there. Kept
 * with what was read from the server, so that it is forgotten when somebody signs out.
 */
export function useListedAlerts(alerts: readonly { id: number }[]): void {
  const client = useQueryClient();
  const ids = alerts.map(({ id }) => id).join();
  useEffect(() => {
    client.setQueryDefaults(LISTED_ALERTS_KEY, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(LISTED_ALERTS_KEY, ids === '' ? NONE : ids.split(',').map(Number));
  }, [client, ids]);
  useEffect(
    () => () => {
      client.setQueryData(LISTED_ALERTS_KEY, NONE);
    },
    [client],
  );
}

/** Where an opened alert stands in the list it was opened from. */
export interface AlertPosition {
  /** From 1. */
  position: number;
  count: number;
  previous: number | null;
  next: number | null;
}

/**
 * The order of the list as it was when the first of its alerts was opened: a decision moves alerts to its end, and who works
 * through the list must not be thrown about with them.
 * @returns null when the alert was opened from elsewhere
 */
export function useAlertPosition(id: number | null): AlertPosition | null {
  const { data: listed = NONE } = useQuery<readonly number[]>({
    queryKey: LISTED_ALERTS_KEY,
    queryFn: skipToken,
  });
  const [ids, setIds] = useState(NONE);
  if (id === null && ids.length > 0) setIds(NONE);
  if (id !== null && !ids.includes(id) && listed.includes(id)) setIds(listed);
  const at = id === null ? -1 : ids.indexOf(id);
  if (at < 0) return null;
  return { position: at + 1, count: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

const ALERT_PARAM = 'alert';
/** Whether its days are shown as a table: closed with it. */
export const TIMELINE_PARAM = 'timeline';

/** Which alert's evidence is open, on every screen. */
export function useOpenedAlert(): OpenIdInUrl {
  return useOpenIdInUrl(ALERT_PARAM, [TIMELINE_PARAM]);
}

/** The address of the screen shown now with this alert open, as the target of a link. */
export function useAlertLinkTarget(id: number): { search: string } {
  const [params] = useSearchParams();
  const opened = new URLSearchParams(params);
  opened.set(ALERT_PARAM, String(id));
  return { search: `?${opened.toString()}` };
}
