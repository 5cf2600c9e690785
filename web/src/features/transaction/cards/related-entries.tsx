import type { RelatedEntry, TransactionDetail } from '@clearwatch/contracts/http/transactions';
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
          title={`${RETURN_WORDS[entry.kind]} ${reasonOf(entry)}`}
          description={<Where entry={entry} words="It came back" link="Show what came back" />}
        />
      ))}
      {original !== null && (
        <Alert
          type="info"
          showIcon
          title={`${RETURN_WORDS[original.kind]} ${reasonOf(original)}`}
          description={
            <Where entry={original} words="It speaks of an entry" link="Show the original entry" />
          }
        />
      )}
      {speaksOfAnother && original === null && (
        <Alert type="info" showIcon title="The entry it speaks of is not in the ledger." />
      )}
    </>
  );
}

function reasonOf({ reasonCode, reason }: RelatedEntry): string {
  return reason === null ? reasonCode : `${reasonCode}: ${reason}`;
}

function Where({ entry, words, link }: { entry: RelatedEntry; words: string; link: string }) {
  const { transactionId, day, amount, kind } = entry;
  const isAboutMoney = kind !== 'notification_of_change' && kind !== 'refused_notification';
  return (
    <>
      {words}
      {day !== null && ` on ${formatDay(day)}`}
      {isAboutMoney && `, ${formatMoney(amount)}`}.{' '}
      <TransactionLink id={transactionId}>{link}</TransactionLink>
    </>
  );
}
