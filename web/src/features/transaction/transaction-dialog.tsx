import './transaction.css';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { useQuery } from '@tanstack/react-query';
import { Modal, Tag } from 'antd';
import { isNotFound } from '../../api/error-messages.ts';
import { getTransaction } from '../../api/transactions-api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { RecordSection, storedRecords } from '../../components/nacha-record-view.tsx';
import { PanelEmpty, QueryStates } from '../../components/panel.tsx';
import { useOpenedTransaction } from '../../components/transaction-link.tsx';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { MemberCard, RelatedEntries, SourceCard, TransactionCard } from './transaction-cards.tsx';

function TransactionJson({ transaction }: { transaction: Transaction }) {
  const text = JSON.stringify(transaction, null, 2);
  return (
    <section aria-label="Full JSON">
      <div className="transaction-part-head">
        <h3>Full JSON</h3>
        <CopyButton size="small" text={text} label="Copy JSON" />
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="transaction-json" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

function TransactionFacts({ detail }: { detail: TransactionDetail }) {
  const { member, transaction, source } = detail;
  const records = storedRecords(transaction);
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
      {records.length > 0 && <RecordSection records={records} />}
      <TransactionJson transaction={transaction} />
    </div>
  );
}

export default function TransactionDialog() {
  const { id, close } = useOpenedTransaction();
  useRestoreFocus(id !== null);
  if (id === null) return null;
  return (
    <Modal
      open
      title={
        <span className="transaction-title">
          Transaction {id} <Tag>Fraud Investigation</Tag>
        </span>
      }
      width={1080}
      style={{ top: 24 }}
      onCancel={close}
      footer={null}
    >
      <LoadedTransaction key={id} id={id} />
    </Modal>
  );
}

function LoadedTransaction({ id }: { id: number }) {
  const transaction = useQuery(getTransaction(id));
  // Checked before the cached data is shown: the import may have been undone since.
  if (isNotFound(transaction.error)) {
    return (
      <PanelEmpty text="Transaction not found">
        <p className="quiet">Transaction {id} is not in the ledger. Its import may have been undone.</p>
      </PanelEmpty>
    );
  }
  return (
    <QueryStates query={transaction} lines={10} failed="Failed to load transaction details.">
      {(detail) => <TransactionFacts detail={detail} />}
    </QueryStates>
  );
}
