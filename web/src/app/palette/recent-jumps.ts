import { useQueryClient } from '@tanstack/react-query';
import type { Entry } from './entry.ts';

const KEY = ['recent-jumps'] as const;
const MOST = 5;

interface RecentJumps {
  recent: readonly Entry[];
  remember: (entry: Entry) => void;
}

/**
 * What was found and gone to in this tab, the latest first. Kept with what was read from the server and never in the browser's
 * storage, so that it is forgotten at a reload and when somebody signs out: it holds names.
 */
export function useRecentJumps(): RecentJumps {
  const client = useQueryClient();
  const recent = client.getQueryData<readonly Entry[]>(KEY) ?? [];
  return {
    recent,
    remember: (entry) => {
      client.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(KEY, [entry, ...recent.filter(({ id }) => id !== entry.id)].slice(0, MOST));
    },
  };
}
