import { columnsWords } from './columns-words.ts';
import { fieldWords } from './field-words.ts';
import type { KeptRecord } from './kept-records.ts';

/** The same fields in words: columns, name and what stands there. */
export function RecordFields({ record: { fields }, title }: { record: KeptRecord; title: string }) {
  if (fields.length === 0) return <p className="quiet">No layout is known for records of this type.</p>;
  return (
    <dl className="record-fields" aria-label={`Fields of ${title}`}>
      {fields.map(({ name, from, to, value }) => (
        <div key={from}>
          <dt>
            <span className="quiet figures">{columnsWords({ from, to })}</span> {fieldWords(name)}
          </dt>
          <dd>{value === '' ? <span className="quiet">blank</span> : <code>{value}</code>}</dd>
        </div>
      ))}
    </dl>
  );
}
