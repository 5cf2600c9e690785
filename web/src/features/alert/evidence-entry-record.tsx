import { BarsOutlined } from '@ant-design/icons';
import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isNotFound } from '../../api/error-messages.ts';
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

function FileLocation({ source: { fileName, line, importId } }: { source: TransactionSource }) {
  return (
    <p className="evidence-source">
      Line {formatCount(line)} of <span className="evidence-text">{fileName}</span>,{' '}
      <Link to={`/import?import=${importId}`}>receipt of import #{importId}</Link>
    </p>
  );
}

function NachaRecords({ records, source }: { records: StoredRecord[]; source: TransactionSource }) {
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

export function EntryRecord({ transactionId }: { transactionId: number }) {
  const transaction = useQuery(getTransaction(transactionId));
  // The import may have been undone since it was shown.
  if (isNotFound(transaction.error)) {
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

/** Import of the trigger if its file is known to have no records (JSON, CSV), else null. */
export function useImportWithoutRecords({ triggerEntryId }: AlertEvidence): string | null {
  const { data } = useQuery(getTransaction(Number(triggerEntryId)));
  if (data === undefined || storedRecords(data.transaction).length > 0) return null;
  return String(data.source.importId);
}
