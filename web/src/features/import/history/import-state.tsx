import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  LoadingOutlined,
  QuestionCircleOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { Progress } from 'antd';
import { importProgress } from './import-progress.ts';

/** State of one import: done, failed with its reason, waiting for somebody, or how far. */
export function ImportState({ summary }: { summary: ImportSummary }) {
  const { percent, words } = importProgress(summary);
  if (summary.state === 'completed') {
    return (
      <span className="import-completed">
        <CheckCircleOutlined aria-hidden /> {words}
      </span>
    );
  }
  if (summary.state === 'failed') {
    return (
      <span className="import-failed">
        <CloseCircleOutlined aria-hidden /> {words}
      </span>
    );
  }
  if (summary.state === 'needs_mapping') {
    return (
      <span className="import-waits">
        <QuestionCircleOutlined aria-hidden /> {words}
      </span>
    );
  }
  if (summary.state === 'undoing') {
    return (
      <span className="import-waits">
        <LoadingOutlined aria-hidden /> {words}
      </span>
    );
  }
  if (summary.state === 'undone') {
    return (
      <span className="quiet">
        <UndoOutlined aria-hidden /> {words}
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
