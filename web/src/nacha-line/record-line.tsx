import type { AnnotatedField } from '@clearwatch/domain/nacha/annotate-nacha-records';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { FieldReadout } from './field-readout.tsx';
import { fieldWords } from './field-words.ts';
import type { KeptRecord } from './kept-records.ts';
import { RULER } from './ruler.ts';
import { visible } from './visible.ts';
import './record.css';

/** What an eye looks for first. */
const STRONG = new Set([
  'account',
  'amount',
  'traceNumber',
  'reasonCode',
  'changeCode',
  'originalTraceNumber',
]);

/**
 * The 94 columns under a ruler; neighbouring fields differ in their ground. The field under the pointer, or the one gone
 * to with the arrow keys, is named below.
 */
export function RecordLine({ record: { text, fields }, title }: { record: KeptRecord; title: string }) {
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const point = ({ target }: PointerEvent): void => {
    const index = target instanceof HTMLElement ? target.dataset['field'] : undefined;
    if (index !== undefined) setAt(Number(index));
  };
  const steer = (event: KeyboardEvent): void => {
    const to = nextField(event.key, at, fields.length);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    line.current
      ?.querySelector(`[data-field="${to}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const ruler = (
    <pre className="record-ruler" aria-hidden>
      {RULER}
    </pre>
  );
  if (fields.length === 0) {
    return (
      // A region that scrolls must be reachable by keyboard to be scrolled by it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <section className="record-scroll" aria-label={`Columns of ${title}`} tabIndex={0}>
        {ruler}
        <pre className="record-text">{visible(text)}</pre>
      </section>
    );
  }
  return (
    <div className="record">
      <section className="record-scroll" aria-label={`Columns of ${title}`}>
        {ruler}
        <div
          ref={line}
          className="record-text"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot show its options as one line
          role="listbox"
          aria-label={`Fields of ${title}, by column`}
          aria-orientation="horizontal"
          aria-activedescendant={at === null ? undefined : `${id}-${at}`}
          tabIndex={0}
          onFocus={() => setAt(at ?? 0)}
          onKeyDown={steer}
          onPointerOver={point}
        >
          {fields.map((field, index) => (
            <Field
              key={field.from}
              id={`${id}-${index}`}
              index={index}
              field={field}
              isPointedAt={index === at}
            />
          ))}
        </div>
      </section>
      <FieldReadout field={at === null ? null : (fields[at] ?? null)} />
    </div>
  );
}

interface FieldProps {
  id: string;
  index: number;
  field: AnnotatedField;
  isPointedAt: boolean;
}

function Field({ id, index, field: { name, from, to, content, value }, isPointedAt }: FieldProps) {
  const words = fieldWords(name);
  return (
    <span
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option outside of a select shows nothing
      role="option"
      data-field={index}
      aria-selected={isPointedAt}
      aria-label={`${words}, columns ${from}–${to}: ${value === '' ? 'blank' : value}`}
      className={STRONG.has(name) ? 'record-field record-field-strong' : 'record-field'}
      title={`${words}, columns ${from}–${to}`}
    >
      {visible(content)}
    </span>
  );
}

/** Which field a key leads to; null for a key that leads nowhere. */
function nextField(key: string, at: number | null, count: number): number | null {
  if (key === 'ArrowRight') return Math.min((at ?? -1) + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max((at ?? 0) - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
