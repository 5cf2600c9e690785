import { CopyRecords } from './copy-records.tsx';
import type { KeptRecord } from './kept-records.ts';
import { RecordFields } from './record-fields.tsx';
import { RecordLine } from './record-line.tsx';
import { recordTitle } from './record-title.ts';

/** The exact records of the file, each column named: what an examiner compares with the file itself. */
export function RecordPart({ records }: { records: KeptRecord[] }) {
  return (
    <section aria-label="Record in the file">
      <div className="record-part-head">
        <h3>Record in the file</h3>
        <CopyRecords records={records} />
      </div>
      {records.map((record, at) => {
        const title = recordTitle(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- records of one entry never change places
          <div key={at} className="record-one">
            <h4>{title}</h4>
            <RecordLine record={record} title={title} />
            <RecordFields record={record} title={title} />
          </div>
        );
      })}
    </section>
  );
}
