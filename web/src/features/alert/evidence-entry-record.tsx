import { BarsOutlined } from '@ant-design/icons';
import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api-client.ts';
import { getTransaction } from '../../api/transactions-api.ts';
import {
  CopyRecordsButton,
  RecordFields,
  RecordLine,
  recordTitle,
  type StoredRecord,
  storedRecords,
} from '../../components/nacha-record-view.tsx';
import { QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatCount } from '../../lib/number-format.ts';

/** Where an entry stands in its file, and the way to the receipt of the import. */
function FileLocation({ source: { fileName, line, importId } }: { source: TransactionSource }) {
  return (
    <p className="evidence-source">
      Line {formatCount(line)} of <span className="evidence-text">{fileName}</span>,{' '}
      <Link to={`/import?import=${importId}`}>receipt of import #{importId}</Link>
    </p>
  );
}

interface NachaRecordsProps {
  records: StoredRecord[];
  source: TransactionSource;
}

/** The exact 94 columns of an entry and its addenda; the fields in words are one click away. */
function NachaRecords({ records, source }: NachaRecordsProps) {
  const [showsFields, setShowsFields] = useState(false);
  return (
    <div className="evidence-records">
      <div className="evidence-part-head">
        <FileLocation source={source} />
        <span className="evidence-part-actions">
          <Button
            size="small"
            icon={<BarsOutlined aria-hidden />}
            aria-pressed={showsFields}
            onClick={() => setShowsFields(!showsFields)}
          >
            Fields
          </Button>
          <CopyRecordsButton records={records} />
        </span>
      </div>
      {records.map((record, at) => {
        const title = recordTitle(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- records of one entry never change places
          <div key={at} className="record-one">
            {records.length > 1 && <h4>{title}</h4>}
            <RecordLine record={record} title={title} />
            {showsFields && <RecordFields record={record} title={title} />}
          </div>
        );
      })}
    </div>
  );
}

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
        const records = storedRecords(detail.transaction);
        return records.length === 0 ? (
          <FileLocation source={detail.source} />
        ) : (
          <NachaRecords records={records} source={detail.source} />
        );
      }}
    </QueryStates>
  );
}

/**
 * The import of the trigger when its file is known to have no records (JSON, CSV): none of its entries has one to unfold.
 * Null as long as that is not known.
 */
export function useImportWithoutRecords({ triggerEntryId }: AlertEvidence): string | null {
  const { data } = useQuery(getTransaction(Number(triggerEntryId)));
  if (data === undefined || storedRecords(data.transaction).length > 0) return null;
  return String(data.source.importId);
}
