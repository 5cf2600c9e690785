import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  QuestionCircleOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { Progress } from 'antd';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatBytes } from '../../lib/number-format.ts';

/** Who took an import back, and when. */
export function formatUndone({ undoneBy, undoneAt }: Pick<ImportSummary, 'undoneBy' | 'undoneAt'>): string {
  const by = undoneBy === null ? '' : ` by ${undoneBy}`;
  const when = undoneAt === null ? '' : `, ${withNonBreakingSpaces(formatDateTime(undoneAt))}`;
  return `Undone${by}${when}`;
}

/** A date that breaks in the middle is hard to read in a narrow column. */
function withNonBreakingSpaces(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

interface ImportProgress {
  /** 0 to 100, of the bytes read. */
  percent: number;
  words: string;
}

/** How far an import is, in words for people. */
export function importProgress(summary: ImportSummary): ImportProgress {
  const { state, bytesRead, fileSize, failure } = summary;
  const percent = fileSize === 0 ? 0 : Math.min(100, Math.floor((bytesRead / fileSize) * 100));
  switch (state) {
    case 'needs_mapping':
      return { percent: 0, words: 'Waits for its columns' };
    case 'received':
      return { percent: 0, words: 'Waiting to be read' };
    case 'importing':
      return { percent, words: `Reading: ${formatBytes(bytesRead)} of ${formatBytes(fileSize)}` };
    case 'stored':
      return { percent: 100, words: 'Stored. Updating the figures...' };
    case 'completed':
      return { percent: 100, words: 'Completed' };
    case 'undoing':
      return { percent: 100, words: 'Being undone...' };
    case 'undone':
      return { percent: 100, words: formatUndone(summary) };
    case 'failed':
      return { percent, words: failure ?? 'Failed. Nothing of this file was stored.' };
  }
}

/** States that are not on their way, each with its look. */
const STATE_LOOKS = {
  completed: { className: 'import-completed', Icon: CheckCircleOutlined },
  failed: { className: 'import-failed', Icon: CloseCircleOutlined },
  needs_mapping: { className: 'import-waits', Icon: QuestionCircleOutlined },
  undoing: { className: 'import-waits', Icon: LoadingOutlined },
  undone: { className: 'quiet', Icon: UndoOutlined },
  received: null,
  importing: null,
  stored: null,
} as const satisfies Record<ImportSummary['state'], unknown>;

/** State of one import: done, failed with its reason, waiting for somebody, or how far. */
export function ImportStatusLabel({ summary }: { summary: ImportSummary }) {
  const { percent, words } = importProgress(summary);
  const look = STATE_LOOKS[summary.state];
  if (look !== null) {
    return (
      <span className={look.className}>
        <look.Icon aria-hidden /> {words}
      </span>
    );
  }
  return (
    <span className="import-running">
      <Progress
        percent={percent}
        size="small"
        status="active"
        aria-label={`Progress of ${summary.fileName}`}
      />
      <span className="quiet">{words}</span>
    </span>
  );
}
