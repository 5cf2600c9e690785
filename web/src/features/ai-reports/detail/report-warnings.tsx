import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { Alert } from 'antd';
import { formatCounted } from '../../../formats/count.ts';

/** What is to be known before the report is believed. */
export function ReportWarnings({ report: { state, unboundCount, notice } }: { report: ReportDetail }) {
  return (
    <>
      {unboundCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={unboundWords(unboundCount)}
          description="Check what is marked in the text against the ledger before it is used."
        />
      )}
      {state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title="The report could not be written"
          description={notice ?? 'Something unexpected happened. The ledger is unchanged.'}
        />
      )}
      {state === 'cancelled' && <Alert type="info" showIcon title={notice ?? 'The report was cancelled.'} />}
      {state !== 'failed' && state !== 'cancelled' && notice !== null && (
        <Alert type="info" showIcon title={notice} />
      )}
    </>
  );
}

function unboundWords(count: number): string {
  const are = count === 1 ? 'is' : 'are';
  return `${formatCounted(count, 'figure')} in this report ${are} bound to no computed fact`;
}
