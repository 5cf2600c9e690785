import { useQuery } from '@tanstack/react-query';
import { getTransaction } from '../../../../api/get-transaction.ts';
import { ApiError } from '../../../../api/http.ts';
import { keptRecords } from '../../../../nacha-line/kept-records.ts';
import { QueryStates } from '../../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../../panels/skeleton-lines.tsx';
import { FileLine } from './file-line.tsx';
import { NachaRecords } from './nacha-records.tsx';

/** What the file says of an entry: the exact records of a NACHA file, of others where it stands. */
export function EntryRecord({ transactionId }: { transactionId: number }) {
  const transaction = useQuery(getTransaction(transactionId));
  // Asked before what was read earlier: it may have gone while it was looked at.
  if (transaction.error instanceof ApiError && transaction.error.status === 404) {
    return (
      <p className="quiet">
        The ledger no longer holds entry {transactionId}: the import that stored it was undone.
      </p>
    );
  }
  return (
    <QueryStates
      query={transaction}
      skeleton={<SkeletonLines lines={2} height={24} />}
      failed="The record could not be loaded."
    >
      {(detail) => {
        const records = keptRecords(detail.transaction);
        return records.length === 0 ? (
          <FileLine source={detail.source} />
        ) : (
          <NachaRecords records={records} source={detail.source} />
        );
      }}
    </QueryStates>
  );
}
