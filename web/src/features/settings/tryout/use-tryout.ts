import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { skipToken, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { getTryout, startTryout } from '../../../api/policy-tryouts.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

interface BegunTryout {
  id: number;
  /** What is tried out. */
  body: PolicyBody;
}

export interface Tryout {
  /** Null before the first. */
  begun: BegunTryout | null;
  query: UseQueryResult<PolicyBacktest>;
  isStarting: boolean;
  start: (body: PolicyBody) => void;
  close: () => void;
}

/** The newest try-out that was begun on this screen. The server keeps one per user. */
export function useTryout(): Tryout {
  const client = useQueryClient();
  const toasts = useToasts();
  const [begun, setBegun] = useState<BegunTryout | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: PolicyBody) => startTryout(client, body),
    onMutate: () => toasts.clear(),
    onSuccess: ({ id }, body) => setBegun({ id, body }),
    onError: (error) =>
      toasts.failure({
        title: 'Try-out Failed',
        description: describeError(error, 'The try-out could not be started.'),
      }),
  });
  const options = getTryout(begun?.id ?? 0);
  const query = useQuery(begun === null ? { queryKey: options.queryKey, queryFn: skipToken } : options);
  return { begun, query, isStarting: isPending, start: mutate, close: () => setBegun(null) };
}

/** Whether the try-out is of exactly this policy, and finished. */
export function finishedTryoutOf({ begun, query }: Tryout, body: PolicyBody | null): PolicyBacktest | null {
  if (begun === null || query.data?.state !== 'finished' || !isSamePolicy(begun.body, body)) return null;
  return query.data;
}

/** Both are built in the same order. */
export function isSamePolicy(one: PolicyBody, other: PolicyBody | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
