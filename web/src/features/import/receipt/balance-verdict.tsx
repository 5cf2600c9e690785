import type { ImportReceipt } from '@clearwatch/contracts/http/imports';
import { Alert } from 'antd';
import { formatCount, formatCounted } from '../../../formats/count.ts';

type Verdict = Pick<ImportReceipt, 'totals' | 'totalsCount' | 'unbalancedCount'>;

/** Whether the file agrees with its own control records, in one sentence. */
export function BalanceVerdict({ receipt }: { receipt: Verdict }) {
  const { totals, totalsCount, unbalancedCount } = receipt;
  const undeclared = totals.filter(({ balanced }) => balanced === null).length;
  if (unbalancedCount > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={`Not balanced: ${formatCount(unbalancedCount)} of ${formatCounted(totalsCount, 'control total')} ${unbalancedCount === 1 ? 'does' : 'do'} not agree with what was counted.`}
      />
    );
  }
  if (undeclared > 0) {
    // Only so many of each sort are listed.
    const atLeast = totals.length < totalsCount ? 'At least ' : '';
    return (
      <Alert
        type="warning"
        showIcon
        title={`${atLeast}${formatCounted(undeclared, 'batch or file', 'batches and files')} without a control record: nothing to compare with.`}
      />
    );
  }
  const what =
    totalsCount === 1 ? 'The control total agrees' : `All ${formatCount(totalsCount)} control totals agree`;
  return <Alert type="success" showIcon title={`Balanced: ${what} with what was counted, to the cent.`} />;
}
