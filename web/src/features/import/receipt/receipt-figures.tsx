import type { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import type { ReactNode } from 'react';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { BalanceVerdict } from './balance-verdict.tsx';
import { MoneyPartsTable } from './money-parts.tsx';

/** Every entry of the file, accounted for: what is read is stored, skipped or rejected, and what is stored is of one kind. */
export function ReceiptFigures({ receipt }: { receipt: ImportReceipt }) {
  const { readCount, transactionCount, duplicateCount, rejectedCount, keptCount, purgedCount } = receipt;
  const { prenoteCount, returnCount, noticeCount, zeroDollarCount, adviceCount, orphanCount, parts } =
    receipt;
  const moneyCount =
    transactionCount - prenoteCount - returnCount - noticeCount - zeroDollarCount - adviceCount;
  const isTakenBack = receipt.state === 'undoing' || receipt.state === 'undone';
  const stored = isTakenBack ? 'What had been stored' : 'What was stored';
  return (
    <>
      {receipt.totalsCount > 0 && <BalanceVerdict receipt={receipt} />}
      <section aria-label="Entries of the file">
        <h3>Entries of the file</h3>
        <dl className="receipt-figures">
          <Figure term="Read">{formatCount(readCount)}</Figure>
          <Figure term={isTakenBack ? 'Stored until undone' : 'Stored'}>
            {formatCount(transactionCount)}
          </Figure>
          <Figure term="Duplicates skipped">{formatCount(duplicateCount)}</Figure>
          <Figure term="Rejected">{formatCount(rejectedCount - orphanCount)}</Figure>
        </dl>
        {orphanCount > 0 && (
          <p className="quiet">
            {formatCounted(orphanCount, 'record')} of the file {orphanCount === 1 ? 'belongs' : 'belong'} to
            no entry; {orphanCount === 1 ? 'it is' : 'they are'} among the rejected rows.
          </p>
        )}
        {parts !== null && (
          <MoneyPartsTable
            caption="What became of the money when the file was imported"
            lines={[{ label: 'Whole file', parts }]}
          />
        )}
        {purgedCount > 0 && (
          <p className="quiet">
            {formatCounted(purgedCount, 'entry', 'entries')} of the file {purgedCount === 1 ? 'has' : 'have'}{' '}
            left the ledger since, past the time that transactions are kept.
          </p>
        )}
        {keptCount > 0 && (
          <p className="quiet">
            {formatCount(keptCount)} of the duplicates {keptCount === 1 ? 'was' : 'were'} kept as entries of
            their own later on.
          </p>
        )}
      </section>
      <section aria-label={stored}>
        <h3>{stored}</h3>
        <dl className="receipt-figures">
          <Figure term="Entries of money">{formatCount(moneyCount)}</Figure>
          <Figure term="Returns">{formatCount(returnCount)}</Figure>
          <Figure term="Prenotes">{formatCount(prenoteCount)}</Figure>
          <Figure term="Notices of change">{formatCount(noticeCount)}</Figure>
          <Figure term="Zero-dollar entries">{formatCount(zeroDollarCount)}</Figure>
          {adviceCount > 0 && <Figure term="Accounting advices">{formatCount(adviceCount)}</Figure>}
          <Figure term="Members">{formatCount(receipt.memberCount)}</Figure>
          <Figure term="Credits">{formatMoney(receipt.creditTotal)}</Figure>
          <Figure term="Debits">{formatMoney(receipt.debitTotal)}</Figure>
        </dl>
        {returnCount > 0 && (
          <p className="quiet">
            {formatCount(receipt.matchedReturnCount)} of {formatCounted(returnCount, 'return')} found the
            entry that came back.
          </p>
        )}
        <p className="quiet">
          Credits and debits are of the entries of money alone: the other kinds are stored and never counted
          as money.
        </p>
      </section>
    </>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
