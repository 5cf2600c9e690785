import { Button, Progress } from 'antd';
import { formatBytes, formatCount, formatCounted } from '../../../formats/count.ts';
import { type RunningExport, useRunningExport } from './running-export.ts';

/** How far the download has come, and the way out of it. */
export function ExportProgress() {
  const running = useRunningExport();
  if (running === null) return null;
  const percent = percentOf(running);
  return (
    <section className="export-progress" aria-label="Export">
      <span className="figures">Exporting... {wordsOf(running)}</span>
      {percent !== null && (
        <Progress percent={percent} showInfo={false} size="small" aria-label="Exported" status="active" />
      )}
      <Button size="small" onClick={running.cancel}>
        Cancel
      </Button>
    </section>
  );
}

function wordsOf({ rows, bytes, total }: RunningExport): string {
  if (bytes === 0) return '';
  const counted =
    total === null ? formatCounted(rows, 'row') : `${formatCount(rows)} of ${formatCounted(total, 'row')}`;
  return `${counted}, ${formatBytes(bytes)}`;
}

/** Null when nobody knows how much will come. */
function percentOf({ rows, total }: RunningExport): number | null {
  if (total === null || total === 0) return null;
  return Math.min(100, Math.floor((rows / total) * 100));
}
