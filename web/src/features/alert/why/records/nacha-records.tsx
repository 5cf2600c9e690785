import { BarsOutlined } from '@ant-design/icons';
import type { TransactionSource } from '@clearwatch/contracts/transactions.dto';
import { Button } from 'antd';
import { useState } from 'react';
import { CopyRecords } from '../../../../nacha-line/copy-records.tsx';
import type { KeptRecord } from '../../../../nacha-line/kept-records.ts';
import { RecordFields } from '../../../../nacha-line/record-fields.tsx';
import { RecordLine } from '../../../../nacha-line/record-line.tsx';
import { recordTitle } from '../../../../nacha-line/record-title.ts';
import { FileLine } from './file-line.tsx';

interface NachaRecordsProps {
  records: KeptRecord[];
  source: TransactionSource;
}

/** The exact 94 columns of an entry and its addenda; the fields in words are one click away. */
export function NachaRecords({ records, source }: NachaRecordsProps) {
  const [showsFields, setShowsFields] = useState(false);
  return (
    <div className="evidence-records">
      <div className="evidence-part-head">
        <FileLine source={source} />
        <span className="evidence-part-actions">
          <Button
            size="small"
            icon={<BarsOutlined aria-hidden />}
            aria-pressed={showsFields}
            onClick={() => setShowsFields(!showsFields)}
          >
            Fields
          </Button>
          <CopyRecords records={records} />
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
