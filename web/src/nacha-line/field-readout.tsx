import type { AnnotatedField } from '@clearwatch/domain/nacha/annotate-nacha-records';
import { columnsWords } from './columns-words.ts';
import { fieldWords } from './field-words.ts';

/** What the field pointed at is called and says. Its line is kept while there is none, so that nothing jumps. */
export function FieldReadout({ field }: { field: AnnotatedField | null }) {
  return (
    <p className="record-readout" aria-hidden>
      {field === null ? (
        <span className="quiet">Point at a field to read its name, or go along with the arrow keys.</span>
      ) : (
        <>
          <strong>{fieldWords(field.name)}</strong>
          <span className="quiet">
            {field.from === field.to ? 'column' : 'columns'} {columnsWords(field)}
          </span>
          {field.value === '' ? <span className="quiet">blank</span> : <code>{field.value}</code>}
        </>
      )}
    </p>
  );
}
