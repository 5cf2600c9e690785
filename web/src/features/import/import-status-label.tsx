import {
  CheckCircleOutlined,
  CheckOutlined,
  CloseCircleOutlined,
  CopyOutlined,
  LoadingOutlined,
  QuestionCircleOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { ImportedFileKind, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { Button, Progress } from 'antd';
import { useCopy } from '../../components/copy-button.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatBytes } from '../../lib/number-format.ts';

const SHORT_DIGEST_LENGTH = 12;

interface FileDigestProps {
  /** SHA-256, hex. */
  digest: string;
  fileName: string;
  whole?: true;
}

export function FileDigest({ digest, fileName, whole }: FileDigestProps) {
  const { copied, copy } = useCopy(digest);
  return (
    <span className="digest">
      <code title={`SHA-256 ${digest}`}>{whole ? digest : digest.slice(0, SHORT_DIGEST_LENGTH)}</code>
      <Button
        type="text"
        size="small"
        aria-label={copied ? `Digest of ${fileName} copied` : `Copy the digest of ${fileName}`}
        icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      />
    </span>
  );
}

const FILE_KIND_LABELS: Record<ImportedFileKind, string> = { json: 'JSON', nacha: 'NACHA', csv: 'CSV' };

export function fileKindLabel(kind: ImportedFileKind | null): string {
  return kind === null ? 'Unknown' : FILE_KIND_LABELS[kind];
}

export function formatUndone({ undoneBy, undoneAt }: Pick<ImportSummary, 'undoneBy' | 'undoneAt'>): string {
  const by = undoneBy === null ? '' : ` by ${undoneBy}`;
  // No line break within the date in a narrow column.
  const when = undoneAt === null ? '' : `, ${formatDateTime(undoneAt).replaceAll(' ', '\u00a0')}`;
  return `Undone${by}${when}`;
}

const STATE_TEXTS: Record<ImportSummary['state'], (summary: ImportSummary) => string> = {
  needs_mapping: () => 'Waiting for column choices',
  received: () => 'Waiting to be read',
  importing: ({ bytesRead, fileSize }) => `Reading: ${formatBytes(bytesRead)} of ${formatBytes(fileSize)}`,
  stored: () => 'Stored. Updating the figures...',
  completed: () => 'Completed',
  undoing: () => 'Being undone...',
  undone: formatUndone,
  failed: ({ failure }) => failure ?? 'Failed. Nothing from this file was stored.',
};

/** `percent` is the share of the file that has been read, 0 to 100. */
export function importProgress(summary: ImportSummary): { percent: number; text: string } {
  const { state, bytesRead, fileSize } = summary;
  const percent = fileSize === 0 ? 0 : Math.min(100, Math.floor((bytesRead / fileSize) * 100));
  return { percent: state === 'stored' ? 100 : percent, text: STATE_TEXTS[state](summary) };
}

/** Null: shown as a progress bar. */
const STATE_STYLES = {
  completed: { className: 'import-completed', Icon: CheckCircleOutlined },
  failed: { className: 'import-failed', Icon: CloseCircleOutlined },
  needs_mapping: { className: 'import-waits', Icon: QuestionCircleOutlined },
  undoing: { className: 'import-waits', Icon: LoadingOutlined },
  undone: { className: 'quiet', Icon: UndoOutlined },
  received: null,
  importing: null,
  stored: null,
} as const satisfies Record<ImportSummary['state'], unknown>;

export function ImportStatusLabel({ summary }: { summary: ImportSummary }) {
  const { percent, text } = importProgress(summary);
  const style = STATE_STYLES[summary.state];
  if (style !== null) {
    return (
      <span className={style.className}>
        <style.Icon aria-hidden /> {text}
      </span>
    );
  }
  return (
    <span className="import-running">
      <Progress percent={percent} size="small" status="active" aria-label={`Progress of ${summary.fileName}`} />
      <span className="quiet">{text}</span>
    </span>
  );
}
