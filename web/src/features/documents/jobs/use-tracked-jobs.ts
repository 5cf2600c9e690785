import type { ParseJob } from '@clearwatch/contracts/documents.dto';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listParseJobs } from '../../../api/parse-jobs.ts';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import type { Documents } from '../upload/use-documents.ts';

/** Spec section 9. */
const POLL_MS = 10_000;

const isAtWork = ({ status }: ParseJob): boolean => status === 'pending' || status === 'processing';

/**
 * The recent jobs. While a file of the list is at work they are read every ten seconds and whenever the window is looked at
 * again, also in the background; each that ends is said once.
 */
export function useTrackedJobs(documents: Documents): UseQueryResult<ParseJob[]> {
  const toasts = useToasts();
  const tracked = documents.list.flatMap((one) => (one.step === 'processing' ? [one.jobId] : []));
  const jobs = useQuery({
    ...listParseJobs(),
    refetchInterval: ({ state }) =>
      tracked.length > 0 || (state.data ?? []).some(isAtWork) ? POLL_MS : false,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: tracked.length > 0 ? 'always' : false,
  });
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs.data ?? []) {
      if (isAtWork(job) || !tracked.includes(job.jobId) || said.current.has(job.jobId)) continue;
      said.current.add(job.jobId);
      if (job.status === 'completed') {
        documents.settle(job.jobId, { step: 'completed' });
        toasts.success({ title: 'Document Processed', description: processedWords(job) });
      } else documents.settle(job.jobId, { step: 'failed', error: job.errorMessage ?? 'Upload failed' });
    }
  });
  return jobs;
}

export function processedWords(job: ParseJob): string {
  const { originalFileName, transactionCount, duplicateCount, heldCount } = job;
  const skipped = duplicateCount > 0 ? ` (${formatCount(duplicateCount)} duplicates skipped)` : '';
  const waiting = heldCount > 0 ? `. ${formatCounted(heldCount, 'row')} to review.` : '';
  return `${originalFileName}: ${formatCount(transactionCount)} transactions imported${skipped}${waiting}`;
}
