import type { ImportReceipt } from '@clearwatch/contracts/http/imports';
import type { ReactNode } from 'react';
import { formatBytes, formatCount } from '../../../formats/count.ts';
import { formatExactTime } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { ImportState } from '../history/import-state.tsx';
import { BalanceVerdict } from './balance-verdict.tsx';
import { Digest } from './digest.tsx';
import { fileKindLabel } from './file-kind-label.ts';

/** What was read, what became of it, and which file it was. */
export function ReceiptPartMain({ receipt }: { receipt: ImportReceipt }) {
  const { readCount, transactionCount, duplicateCount, rejectedCount, keptCount } = receipt;
  const { prenoteCount, returnCount, noticeCount, zeroDollarCount } = receipt;
  const moneyCount = transactionCount - prenoteCount - returnCount - noticeCount - zeroDollarCount;
  return (
    <div className="receipt">
      <ImportState summary={receipt} />
      {receipt.totalsCount > 0 && <BalanceVerdict receipt={receipt} />}
      <section aria-label="Entries of the file">
        <h3>Entries of the file</h3>
        <dl className="receipt-figures">
          <Figure term="Read">{formatCount(readCount)}</Figure>
          <Figure term="Stored">{formatCount(transactionCount)}</Figure>
          <Figure term="Duplicates skipped">{formatCount(duplicateCount)}</Figure>
          <Figure term="Rejected">{formatCount(rejectedCount)}</Figure>
        </dl>
        {keptCount > 0 && (
          <p className="quiet">
            {formatCount(keptCount)} of the duplicates {keptCount === 1 ? 'was' : 'were'} kept as entries of
            their own later on.
          </p>
        )}
      </section>
      <section aria-label="What was stored">
        <h3>What was stored</h3>
        <dl className="receipt-figures">
          <Figure term="Entries of money">{formatCount(moneyCount)}</Figure>
          <Figure term="Returns">{formatCount(returnCount)}</Figure>
          <Figure term="Prenotes">{formatCount(prenoteCount)}</Figure>
          <Figure term="Notices of change">{formatCount(noticeCount)}</Figure>
          <Figure term="Zero-dollar entries">{formatCount(zeroDollarCount)}</Figure>
          <Figure term="Members">{formatCount(receipt.memberCount)}</Figure>
          <Figure term="Credits">{formatMoney(receipt.creditTotal)}</Figure>
          <Figure term="Debits">{formatMoney(receipt.debitTotal)}</Figure>
        </dl>
        <p className="quiet">
          Credits and debits are of the entries of money alone: the other kinds are stored and never counted
          as money.
        </p>
      </section>
      <section aria-label="The file">
        <h3>The file</h3>
        <dl className="receipt-facts">
          <Fact term="Kind">{fileKindLabel(receipt.fileKind)}</Fact>
          <Fact term="Size">
            {formatBytes(receipt.fileSize)}{' '}
            <span className="quiet">({formatCount(receipt.fileSize)} bytes)</span>
          </Fact>
          <Fact term="SHA-256">
            <Digest digest={receipt.digest} fileName={receipt.fileName} whole />
          </Fact>
          <Fact term="Received">
            {formatExactTime(receipt.createdAt)} from {receipt.uploadedBy}
          </Fact>
          {receipt.completedAt !== null && (
            <Fact term="Finished">{formatExactTime(receipt.completedAt)}</Fact>
          )}
        </dl>
      </section>
    </div>
  );
}

interface TermProps {
  term: string;
  children: ReactNode;
}

function Figure({ term, children }: TermProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Fact({ term, children }: TermProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
