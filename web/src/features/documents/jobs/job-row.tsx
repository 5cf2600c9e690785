import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import type { ParseJob } from '@clearwatch/contracts/documents.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { Link } from 'react-router-dom';
import { describeError } from '../../../api/describe-error.ts';
import { cancelDocument, PARSE_JOBS_KEY, retryDocument } from '../../../api/parse-jobs.ts';
import { useNow } from '../../../clock/use-now.ts';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { relativeTime } from './relative-time.ts';

/** One document with what became of it, and what can be done next. */
export function JobRow({ job }: { job: ParseJob }) {
  const now = useNow();
  const isAtWork = job.status === 'pending' || job.status === 'processing';
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
      <JobAction job={job} act={isAtWork ? 'cancel' : job.status === 'failed' ? 'retry' : null} />
    </li>
  );
}

function JobState({ job }: { job: ParseJob }) {
  const { status, pages, pagesDone, errorMessage } = job;
  if (status === 'failed')
    return (
      <span className="document-step-failed">
        <CloseCircleOutlined aria-hidden /> {errorMessage ?? 'Failed'}
      </span>
    );
  if (status === 'completed') return <Outcome job={job} />;
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

function Outcome({ job: { id, transactionCount, duplicateCount, heldCount } }: { job: ParseJob }) {
  return (
    <span className="job-outcome">
      <span className="document-step-completed">
        <CheckCircleOutlined aria-hidden /> {formatCounted(transactionCount, 'transaction')} imported
      </span>
      {duplicateCount > 0 && <span>{formatCounted(duplicateCount, 'duplicate')} skipped</span>}
      {heldCount > 0 && (
        <Link to={`/import/documents/${id}`}>
          <QuestionCircleOutlined aria-hidden /> {formatCounted(heldCount, 'row')} to review
        </Link>
      )}
    </span>
  );
}

function JobAction({ job, act }: { job: ParseJob; act: 'cancel' | 'retry' | null }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const acting = useMutation({
    mutationFn: act === 'cancel' ? cancelDocument : retryDocument,
    onError: (error) =>
      toasts.failure({
        title: act === 'cancel' ? 'Cancel Failed' : 'Retry Failed',
        description: describeError(error, 'Something unexpected happened.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: PARSE_JOBS_KEY }),
  });
  if (act === null) return null;
  const verb = act === 'cancel' ? 'Cancel' : 'Try again';
  return (
    <Button
      size="small"
      disabled={acting.isPending}
      onClick={() => acting.mutate(job.id)}
      aria-label={`${verb} ${job.originalFileName}`}
    >
      {verb}
    </Button>
  );
}
