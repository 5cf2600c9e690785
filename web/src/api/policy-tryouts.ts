import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, requestJson } from './http.ts';

/** Progress comes by event; this finds what an interrupted stream did not bring. */
const LOOK_EVERY_MS = 4_000;

function tryoutKey(id: number) {
  return ['/api/detection/tryouts', id] as const;
}

/** A try-out until it is finished. 404 once the same user has begun another, or a day has passed. */
export function getTryout(id: number) {
  return queryOptions({
    queryKey: tryoutKey(id),
    queryFn: ({ signal }) => requestJson<PolicyBacktest>(`/api/detection/tryouts/${id}`, { signal }),
    refetchInterval: ({ state: { data, error } }) => {
      const isGone = error instanceof ApiError && error.status === 404;
      return isGone || data?.state === 'finished' ? false : LOOK_EVERY_MS;
    },
  });
}

/** Begins a try-out of the whole history. Nothing is saved by it. */
export async function startTryout(client: QueryClient, body: PolicyBody): Promise<PolicyBacktest> {
  const begun = await requestJson<PolicyBacktest>('/api/detection/tryouts', { method: 'POST', body });
  client.setQueryData(tryoutKey(begun.id), begun);
  return begun;
}

/** Progress of a try-out that is shown here, in place; false when the run is none. Never runs backwards. */
export async function applyTryoutProgress(
  client: QueryClient,
  { runId, shardsDone, shards }: Extract<ServerEvent, { type: 'detection.progress' }>,
): Promise<boolean> {
  const known = client.getQueryData<PolicyBacktest>(tryoutKey(runId));
  if (known === undefined) return false;
  if (known.state === 'finished') return true;
  client.setQueryData<PolicyBacktest>(
    tryoutKey(runId),
    Object.assign({}, known, {
      state: 'running',
      shards,
      shardsDone: Math.max(known.shardsDone, shardsDone),
    }),
  );
  if (shardsDone >= shards) await client.invalidateQueries({ queryKey: tryoutKey(runId) });
  return true;
}
