import type { TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { keptRecords } from '../../nacha-line/kept-records.ts';
import { RecordPart } from '../../nacha-line/record-part.tsx';
import { MemberCard } from './cards/member-card.tsx';
import { RelatedEntries } from './cards/related-entries.tsx';
import { SourceCard } from './cards/source-card.tsx';
import { TransactionCard } from './cards/transaction-card.tsx';
import { TransactionJson } from './transaction-json.tsx';

/** Everything that is known of one entry. */
export function TransactionFacts({ detail }: { detail: TransactionDetail }) {
  const { member, transaction, source } = detail;
  const records = keptRecords(transaction);
  return (
    <div className="transaction">
      <RelatedEntries detail={detail} />
      <div className="transaction-cards">
        <TransactionCard transaction={transaction} />
        <div className="transaction-cards-aside">
          <MemberCard member={member} />
          <SourceCard source={source} />
        </div>
      </div>
      <section aria-label="Description">
        <h3>Description</h3>
        <p>{transaction.addenda || 'No description available'}</p>
      </section>
      {records.length > 0 && <RecordPart records={records} />}
      <TransactionJson transaction={transaction} />
    </div>
  );
}
