import { useQuery } from '@tanstack/react-query';
import { Modal, Tag } from 'antd';
import { getTransaction } from '../../api/get-transaction.ts';
import { ApiError } from '../../api/http.ts';
import { useFocusAround } from '../../dialogs/use-focus-around.ts';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { useOpenedTransaction } from '../../transaction-link/use-opened-transaction.ts';
import { TransactionFacts } from './transaction-facts.tsx';
import './transaction.css';

/** The entry that the address names, above whatever screen is shown. A link opens it: transaction-link. */
export default function TransactionDialog() {
  const { id, close } = useOpenedTransaction();
  useFocusAround(id !== null);
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
  // Asked before what was read earlier: it may have gone while it was looked at.
  if (transaction.error instanceof ApiError && transaction.error.status === 404) {
    return (
      <PanelEmpty text="Transaction not found">
        <p className="quiet">
          The ledger holds no entry {id}. Entries leave it when the import that stored them is undone.
        </p>
      </PanelEmpty>
    );
  }
  return (
    <QueryStates
      query={transaction}
      skeleton={<SkeletonLines lines={10} height={28} />}
      failed="Failed to load transaction details."
    >
      {(detail) => <TransactionFacts detail={detail} />}
    </QueryStates>
  );
}
