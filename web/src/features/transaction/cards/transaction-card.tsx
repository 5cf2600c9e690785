import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { secCodeOf } from '@clearwatch/domain/nacha/ach-codes';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { kindWords } from '../model/kind-words.ts';
import { Fact } from './fact.tsx';

/** Spec "Transaction details dialog": so much of the hash is shown. */
const HASH_SHOWN = 16;

/** The entry itself. */
export function TransactionCard({ transaction }: { transaction: Transaction }) {
  const { entryKind, transactionType, amount, class: secCode } = transaction;
  return (
    <section className="transaction-card" aria-label="Transaction">
      <h3>Transaction</h3>
      <dl>
        <Fact term="ID">
          <span className="figures">{transaction.id}</span>
        </Fact>
        <Fact term="Account number">
          <span className="figures">{transaction.accountNumber}</span>
        </Fact>
        <Fact term="Type">
          {transactionType}
          {entryKind !== 'money' && <span className="transaction-kind"> {kindWords(transaction)}</span>}
        </Fact>
        <Fact term="Amount">
          <strong className="figures">{formatMoney(amount)}</strong>
        </Fact>
        <Fact term="Posting date">{dayOr(transaction.postingDate)}</Fact>
        {transaction.settlementDate !== null && (
          <Fact term="Settlement date">{formatDay(transaction.settlementDate)}</Fact>
        )}
        {transaction.effectiveDate !== null && (
          <Fact term="Effective date">{formatDay(transaction.effectiveDate)}</Fact>
        )}
        <Fact term="Company">{transaction.company}</Fact>
        {transaction.entryDescription && <Fact term="Entry description">{transaction.entryDescription}</Fact>}
        <Fact term="Code">{transaction.transactionCode || 'None in the file'}</Fact>
        {secCode !== null && <Fact term="SEC class">{withTitle(secCode)}</Fact>}
        <Fact term="Batch">{transaction.batch ?? 'None in the file'}</Fact>
        {transaction.checkTracerNumber !== null && (
          <Fact term="Trace number">
            <span className="figures">{transaction.checkTracerNumber}</span>
          </Fact>
        )}
        <Fact term="Created">{formatDateTime(transaction.createdAt)}</Fact>
        <Fact term="Hash">
          <code title={transaction.transactionHash}>{transaction.transactionHash.slice(0, HASH_SHOWN)}</code>
        </Fact>
      </dl>
    </section>
  );
}

function dayOr(day: string | null): string {
  return day === null ? 'None in the file' : formatDay(day);
}

function withTitle(secCode: string): string {
  const title = secCodeOf(secCode)?.title;
  return title === undefined ? secCode : `${secCode}: ${title}`;
}
