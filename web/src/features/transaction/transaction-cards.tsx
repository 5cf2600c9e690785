import type {
  RelatedEntry,
  ReturnKind,
  Transaction,
  TransactionDetail,
  TransactionKind,
  TransactionMember,
  TransactionSource,
} from '@clearwatch/contracts/transactions.dto';
import { secCodeOf } from '@clearwatch/domain/nacha/ach-codes';
import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { Fact } from '../../components/figure-cards.tsx';
import { TransactionLink } from '../../components/transaction-link.tsx';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney } from '../../lib/number-format.ts';

export function MemberCard({ member }: { member: TransactionMember }) {
  const name = `${member.firstName} ${member.lastName}`.trim();
  return (
    <section className="transaction-card" aria-label="Member">
      <h3>Member</h3>
      <dl>
        <Fact term="Name">{name || 'No name in the files'}</Fact>
        <Fact term="Company">{member.company}</Fact>
        <Fact term="Account number" value={member.accountNumber} />
        <Fact term="Total credits (all time)" value={formatMoney(member.totalCredits)} />
        <Fact term="Total debits (all time)" value={formatMoney(member.totalDebits)} />
      </dl>
    </section>
  );
}

const TRANSACTION_KIND_LABELS: Readonly<Record<TransactionKind, string>> = {
  money: 'Money',
  zero_dollar: 'Zero-dollar entry, not included in totals',
  prenote: 'Prenote, not included in totals',
  notification_of_change: 'Notification of change, not included in totals',
  return: 'Return, not included in totals',
};

const RETURN_KIND_LABELS: Readonly<Record<ReturnKind, string>> = {
  return: 'Return',
  dishonored_return: 'Dishonored return',
  contested_return: 'Contested return',
  notification_of_change: 'Notification of change',
  refused_notification: 'Refused notification of change',
};

export function RelatedEntries({ detail }: { detail: TransactionDetail }) {
  const { transaction, returns, original } = detail;
  const refersToAnother = transaction.entryKind === 'return' || transaction.entryKind === 'notification_of_change';
  return (
    <>
      {returns.map((entry) => (
        <Alert
          key={entry.transactionId}
          type={entry.kind === 'notification_of_change' ? 'info' : 'warning'}
          showIcon
          title={<RelatedEntryLink entry={entry} link="Show the related entry" />}
        />
      ))}
      {original !== null && (
        <Alert
          type="info"
          showIcon
          title={<RelatedEntryLink entry={original} link="Show the original entry" about="for the entry of" />}
        />
      )}
      {refersToAnother && original === null && (
        <Alert type="info" showIcon title="The original entry is not in the ledger." />
      )}
    </>
  );
}

type RelatedEntryLinkProps = { entry: RelatedEntry; link: string; about?: string };

function RelatedEntryLink({ entry, link, about = 'of' }: RelatedEntryLinkProps) {
  const { transactionId, kind, reasonCode, reason, day, amount } = entry;
  const isAboutMoney = kind !== 'notification_of_change' && kind !== 'refused_notification';
  return (
    <span className="transaction-related">
      <strong>
        {RETURN_KIND_LABELS[kind]} {reasonCode}
        {reason !== null && `: ${reason}`}
      </strong>
      <span>
        {[day !== null && `${about} ${formatDay(day)}`, isAboutMoney && formatMoney(amount)].filter(Boolean).join(', ')}
      </span>
      <TransactionLink id={transactionId}>{link}</TransactionLink>
    </span>
  );
}

export function SourceCard({ source }: { source: TransactionSource }) {
  return (
    <section className="transaction-card" aria-label="Source">
      <h3>Source</h3>
      <dl>
        <Fact term="File">{source.fileName}</Fact>
        <Fact term="Line" value={formatCount(source.line)} />
        <Fact term="Import">
          <Link to={`/import?import=${source.importId}`}>Receipt for import #{source.importId}</Link>
        </Fact>
        <Fact term="SHA-256">
          <code className="transaction-digest">{source.digest}</code>
        </Fact>
      </dl>
    </section>
  );
}

/** Spec "Transaction details dialog". */
const SHOWN_HASH_LENGTH = 16;

const NOT_IN_FILE = 'Not in the file';

export function TransactionCard({ transaction }: { transaction: Transaction }) {
  const { entryKind, transactionType, amount, class: secCode } = transaction;
  const secTitle = secCode === null ? undefined : secCodeOf(secCode)?.title;
  return (
    <section className="transaction-card" aria-label="Transaction">
      <h3>Transaction</h3>
      <dl>
        <Fact term="ID" value={transaction.id} />
        <Fact term="Account number" value={transaction.accountNumber} />
        <Fact term="Type">
          {transactionType}
          {entryKind !== 'money' && (
            <span className="transaction-kind">
              {' '}
              {/* Accounting advices are stored as zero-dollar entries but can have an amount. */}
              {transaction.metadata?.['kind'] === 'advice'
                ? 'Accounting advice, not included in totals'
                : TRANSACTION_KIND_LABELS[entryKind]}
            </span>
          )}
        </Fact>
        <Fact term="Amount">
          <strong className="figures">{formatMoney(amount)}</strong>
        </Fact>
        <Fact term="Posting date">
          {transaction.postingDate === null ? NOT_IN_FILE : formatDay(transaction.postingDate)}
        </Fact>
        {transaction.settlementDate !== null && (
          <Fact term="Settlement date">{formatDay(transaction.settlementDate)}</Fact>
        )}
        {transaction.effectiveDate !== null && (
          <Fact term="Effective date">{formatDay(transaction.effectiveDate)}</Fact>
        )}
        <Fact term="Company">{transaction.company}</Fact>
        {transaction.entryDescription && <Fact term="Entry description">{transaction.entryDescription}</Fact>}
        <Fact term="Code">{transaction.transactionCode || NOT_IN_FILE}</Fact>
        {secCode !== null && <Fact term="SEC code">{[secCode, secTitle].filter(Boolean).join(': ')}</Fact>}
        <Fact term="Batch">{transaction.batch ?? NOT_IN_FILE}</Fact>
        {transaction.checkTracerNumber !== null && <Fact term="Trace number" value={transaction.checkTracerNumber} />}
        <Fact term="Created">{formatDateTime(transaction.createdAt)}</Fact>
        <Fact term="Hash">
          <code title={transaction.transactionHash}>{transaction.transactionHash.slice(0, SHOWN_HASH_LENGTH)}</code>
        </Fact>
      </dl>
    </section>
  );
}
