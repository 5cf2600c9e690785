import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { Alert } from 'antd';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { addsUp } from './money-parts.tsx';

type Verdict = Pick<
  ImportReceipt,
  'totals' | 'totalsCount' | 'unbalancedCount' | 'parts' | 'rejectedCount' | 'orphanCount'
>;

/**
 * Whether what was read of the file agrees with its own control records, in one sentence. That says nothing of what was stored:
 * rejected entries are named.
 */
export function BalanceVerdict({ receipt }: { receipt: Verdict }) {
  const { totals, totalsCount, unbalancedCount } = receipt;
  const undeclared = totals.filter(({ balanced }) => balanced === null).length;
  if (unbalancedCount > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={`Not balanced: ${formatCount(unbalancedCount)} of ${formatCounted(totalsCount, 'control total')} ${unbalancedCount === 1 ? 'does' : 'do'} not agree with what was read.`}
      />
    );
  }
  if (!totals.every(addsUp)) {
    return (
      <Alert
        type="error"
        showIcon
        title="The parts of what was read do not add up to it. Please report this: no file can cause it."
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
  const agreement = `${what} with what was read, to the cent`;
  const missing = rejectedOf(receipt);
  return missing === null ? (
    <Alert type="success" showIcon title={`Balanced: ${agreement}.`} />
  ) : (
    <Alert type="warning" showIcon title={`${agreement}, but ${missing}.`} />
  );
}

/** Null when every entry was stored or was there before. */
function rejectedOf({ parts, rejectedCount, orphanCount }: Verdict): string | null {
  const entries = rejectedCount - orphanCount;
  if (entries === 0) return null;
  const amounts =
    parts === null
      ? ''
      : ` (credits ${formatMoney(parts.rejected.credits)}, debits ${formatMoney(parts.rejected.debits)})`;
  return `${formatCounted(entries, 'entry', 'entries')}${amounts} ${entries === 1 ? 'was rejected and is' : 'were rejected and are'} not in the ledger`;
}
