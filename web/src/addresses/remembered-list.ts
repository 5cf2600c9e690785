import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const keyOf = (path: string) => ['remembered-list', path] as const;

/**
 * Remembers how the list at this address was last searched, filtered, sorted and paged. Kept with what was read from the
 * server, so that it is forgotten when somebody signs out: a search holds names.
 */
export function useRememberedList(path: string): void {
  const client = useQueryClient();
  const { search: address } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(address);
    // What stood open above it is over.
    params.delete('dialog');
    const query = params.toString();
    const search = query === '' ? '' : `?${query}`;
    client.setQueryDefaults(keyOf(path), { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(keyOf(path), search);
  }, [client, path, address]);
}

/** The way back to a list as it was left. */
export function useListAddress(path: string): string {
  const client = useQueryClient();
  return `${path}${client.getQueryData<string>(keyOf(path)) ?? ''}`;
}
