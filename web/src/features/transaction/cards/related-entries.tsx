import type { RelatedEntry, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { Alert } from 'antd';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { TransactionLink } from '../../../transaction-link/transaction-link.tsx';
import { RETURN_WORDS } from '../model/kind-words.ts';

/** What came back about the entry, or, of a return or notice, what it speaks of. */
export function RelatedEntries({
  detail: { transaction, returns, original },
}: {
  detail: TransactionDetail;
}) {
  const speaksOfAnother =
    transaction.entryKind === 'return' || transaction.entryKind === 'notification_of_change';
  return (
    <>
      {returns.map((entry) => (
        <Alert
          key={entry.transactionId}
          type={entry.kind === 'notification_of_change' ? 'info' : 'warning'}
          showIcon
          title={<Related entry={entry} link="Show what came back" />}
        />
      ))}
      {original !== null && (
        <Alert
          type="info"
          showIcon
          title={<Related entry={original} link="Show the original entry" about="about the entry of" />}
        />
      )}
      {speaksOfAnother && original === null && (
        <Alert type="info" showIcon title="The entry it speaks of is not in the ledger." />
      )}
    </>
  );
}

interface RelatedProps {
  entry: RelatedEntry;
  link: string;
  /** Before the day of an original, which is not the day of what came back. */
  about?: string;
}

function Related({ entry, link, about = 'of' }: RelatedProps) {
  const { transactionId, kind, reasonCode, reason, day, amount } = entry;
  const isAboutMoney = kind !== 'notification_of_change' && kind !== 'refused_notification';
  return (
    <span className="transaction-related">
      <strong>
        {RETURN_WORDS[kind]} {reasonCode}
        {reason !== null && `: ${reason}`}
      </strong>
      <span>
        {[day !== null && `${about} ${formatDay(day)}`, isAboutMoney && formatMoney(amount)]
          .filter(Boolean)
          .join(', ')}
      </span>
      <TransactionLink id={transactionId}>{link}</TransactionLink>
    </span>
  );
}
