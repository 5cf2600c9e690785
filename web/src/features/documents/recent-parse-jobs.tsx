import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { ParseJob } from '@clearwatch/contracts/documents.dto';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { cancelDocument, listParseJobs, PARSE_JOBS_KEY, retryDocument } from '../../api/documents-api.ts';
import { Panel, PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import type { DocumentUploads } from './document-upload-card.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'Just now', '5m ago', '3h ago' (under 24 hours), otherwise the date (spec section 2). */
export function relativeTime(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < MINUTE_MS) return 'Just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}m ago`;
  return passed < 24 * HOUR_MS ? `${Math.floor(passed / HOUR_MS)}h ago` : formatDay(iso);
}

const isJobActive = ({ status }: ParseJob): boolean => status === 'pending' || status === 'processing';

function JobRow({ job }: { job: ParseJob }) {
  const now = useServerNow();
  return (
    <li className="job-row">
      <div className="job-what">
        <span className="job-head">
          <Link to={`/import/documents/${job.id}`}>{job.originalFileName}</Link>
          <span className="quiet">
            <time dateTime={job.createdAt} title={formatDateTime(job.createdAt)}>
              {relativeTime(job.createdAt, now)}
            </time>{' '}
            by {job.uploadedBy}
            {job.extractor === 'llama_cloud' && ', read by LlamaExtract'}
          </span>
        </span>
        <JobState job={job} />
      </div>
      {(isJobActive(job) || job.status === 'needs_columns') && (
        <JobAction job={job} action={cancelDocument} verb="Cancel" failure="Cancel Failed" />
      )}
      {job.status === 'failed' && (
        <JobAction job={job} action={retryDocument} verb="Try again" failure="Retry Failed" />
      )}
    </li>
  );
}

function JobState({ job }: { job: ParseJob }) {
  const { id, status, pages, pagesDone, errorMessage, transactionCount, duplicateCount, heldCount } = job;
  if (status === 'failed')
    return (
      <span className="document-step-failed">
        <CloseCircleOutlined aria-hidden /> {errorMessage ?? 'Failed'}
      </span>
    );
  if (status === 'completed')
    return (
      <span className="job-outcome">
        <span className="document-step-completed">
          <CheckCircleOutlined aria-hidden /> {formatQuantity(transactionCount, 'transaction')} imported
        </span>
        {duplicateCount > 0 && <span>{formatQuantity(duplicateCount, 'duplicate')} skipped</span>}
        {heldCount > 0 && (
          <Link to={`/import/documents/${id}`}>
            <QuestionCircleOutlined aria-hidden /> {formatQuantity(heldCount, 'row')} to review
          </Link>
        )}
      </span>
    );
  if (status === 'needs_columns')
    return (
      <Link to={`/import/documents/${id}`}>
        <QuestionCircleOutlined aria-hidden /> Say what the columns are
      </Link>
    );
  if (pages === null || pages === 0)
    return (
      <span className="document-step-processing">
        <LoadingOutlined aria-hidden /> Processing
      </span>
    );
  return (
    <span className="job-progress">
      <Progress
        percent={Math.round((100 * pagesDone) / pages)}
        size="small"
        status="active"
        aria-label={`Progress of ${job.originalFileName}`}
      />
      <span className="quiet">
        Page {formatCount(pagesDone)} of {formatCount(pages)}
      </span>
    </span>
  );
}

interface JobActionProps {
  job: ParseJob;
  action: (id: number) => Promise<unknown>;
  verb: string;
  failure: string;
}

function JobAction({ job, action, verb, failure }: JobActionProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { isPending, mutate } = useMutation({
    mutationFn: action,
    onError: (error) => toasts.failed(failure, error, 'An unexpected error occurred. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: PARSE_JOBS_KEY }),
  });
  return (
    <Button
      size="small"
      disabled={isPending}
      onClick={() => mutate(job.id)}
      aria-label={`${verb} ${job.originalFileName}`}
    >
      {verb}
    </Button>
  );
}

/** Documents from the last 24 hours, newest first, ten at most (spec section 2). */
export function RecentJobs({ jobs }: { jobs: UseQueryResult<ParseJob[]> }) {
  return (
    <Panel title="Recent parsed jobs" note="last 24 hours">
      <QueryStates query={jobs} lines={3} height={40} failed="The recent documents could not be loaded.">
        {(shown) =>
          shown.length === 0 ? (
            <PanelEmpty text="No documents in the last 24 hours. Upload documents above." />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <ul className="job-list" aria-label="Recent documents" tabIndex={0}>
              {shown.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Panel>
  );
}

/** Spec section 9. */
const POLL_INTERVAL_MS = 10_000;

/** Polls jobs while any is active, even in the background. Shows one toast for each completed job from this tab. */
export function useTrackedJobs(documents: DocumentUploads): UseQueryResult<ParseJob[]> {
  const toasts = useToasts();
  const tracked = documents.list.flatMap((one) => (one.step === 'processing' ? [one.jobId] : []));
  const jobs = useQuery({
    ...listParseJobs(),
    refetchInterval: ({ state }) =>
      tracked.length > 0 || (state.data ?? []).some(isJobActive) ? POLL_INTERVAL_MS : false,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: tracked.length > 0 ? 'always' : false,
  });
  const reported = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs.data ?? []) {
      if (isJobActive(job) || !tracked.includes(job.jobId) || reported.current.has(job.jobId)) continue;
      reported.current.add(job.jobId);
      if (job.status === 'completed') {
        documents.settle(job.jobId, { step: 'completed' });
        toasts.success({ title: 'Document Processed', description: formatProcessedJob(job) });
      } else if (job.status === 'needs_columns') {
        documents.settle(job.jobId, { step: 'needs_columns' });
        const description = `Say what the columns of ${job.originalFileName} are. Nothing was imported yet.`;
        toasts.news({ title: 'Columns Needed', description });
      } else documents.settle(job.jobId, { step: 'failed', error: job.errorMessage ?? 'Upload failed' });
    }
  });
  return jobs;
}

export function formatProcessedJob(job: ParseJob): string {
  const { originalFileName, transactionCount, duplicateCount, heldCount } = job;
  const skipped = duplicateCount > 0 ? ` (${formatCount(duplicateCount)} duplicates skipped)` : '';
  const waiting = heldCount > 0 ? `. ${formatQuantity(heldCount, 'row')} to review.` : '';
  return `${originalFileName}: ${formatCount(transactionCount)} transactions imported${skipped}${waiting}`;
}
