import type { MarkedField } from '@clearwatch/domain/nacha/records/marked-records';
import { fieldWords } from '../model/field-words.ts';
import type { KeptRecord } from '../model/kept-records.ts';
import { RULER } from './ruler.ts';

/** What an eye looks for first. */
const STRONG = new Set([
  'account',
  'amount',
  'traceNumber',
  'reasonCode',
  'changeCode',
  'originalTraceNumber',
]);

/** Control characters take a column too, but show nothing. */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\x00-\x1f\x7f-\x9f]/g;

/** The 94 columns under a ruler; neighbouring fields differ in their ground. */
export function RecordLine({ record: { text, fields }, title }: { record: KeptRecord; title: string }) {
  return (
    // A region that scrolls must be reachable by keyboard to be scrolled by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="record-scroll" aria-label={`Columns of ${title}`} tabIndex={0}>
      <pre className="record-ruler" aria-hidden>
        {RULER}
      </pre>
      <pre className="record-text">
        {fields.length === 0
          ? visible(text)
          : fields.map((field) => <Field key={field.from} field={field} />)}
      </pre>
    </section>
  );
}

function Field({ field: { name, from, to, content } }: { field: MarkedField }) {
  return (
    <span
      className={STRONG.has(name) ? 'record-field record-field-strong' : 'record-field'}
      title={`${fieldWords(name)}, columns ${from}–${to}`}
    >
      {visible(content)}
    </span>
  );
}

function visible(text: string): string {
  return text.replaceAll(INVISIBLE, '\ufffd');
}
