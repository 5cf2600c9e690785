import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCopy } from '../../../clipboard/use-copy.ts';
import { formatCount } from '../../../formats/count.ts';
import type { KeptRecord } from '../model/kept-records.ts';
import { RecordFields } from './record-fields.tsx';
import { RecordLine } from './record-line.tsx';

/** The exact records of the file, each column named: what an examiner compares with the file itself. */
export function RecordPart({ records }: { records: KeptRecord[] }) {
  const { copied, copy } = useCopy(records.map(({ raw }) => raw).join('\n'));
  const what = records.length === 1 ? 'record' : 'records';
  return (
    <section className="transaction-record" aria-label="Record in the file">
      <div className="transaction-part-head">
        <h3>Record in the file</h3>
        <Button
          size="small"
          icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : `Copy ${what}`}
        </Button>
      </div>
      {records.map((record, at) => {
        const title = titleOf(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- records of one entry never change places
          <div key={at} className="transaction-record-one">
            <h4>{title}</h4>
            <RecordLine record={record} title={title} />
            <RecordFields record={record} title={title} />
          </div>
        );
      })}
    </section>
  );
}

function titleOf({ line, title }: KeptRecord): string {
  const what = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return line === null ? what : `Line ${formatCount(line)}: ${title}`;
}
