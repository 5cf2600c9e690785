import './components.css';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { type AnnotatedRecord, annotateRecords } from '@clearwatch/domain/nacha/annotate-nacha-records';
import { fieldLabel as nachaFieldLabel } from '@clearwatch/domain/nacha/nacha-layouts';
import { RECORD_COLUMNS } from '@clearwatch/domain/nacha/nacha-record';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { formatCount } from '../lib/number-format.ts';
import { CopyButton } from './copy-button.tsx';

const columnRange = ({ from, to }: { from: number; to: number }): string =>
  from === to ? String(from) : `${from}–${to}`;

export interface StoredRecord extends AnnotatedRecord {
  raw: string;
  /** Starts at 1; null for addenda, which follow their entry. */
  line: number | null;
}

type RecordSource = Pick<Transaction, 'metadata' | 'class' | 'originalAccount' | 'line'>;

export function storedRecords(transaction: RecordSource): StoredRecord[] {
  const { metadata, class: secCode, originalAccount, line } = transaction;
  const record = metadata?.['record'];
  if (record === undefined) return [];
  const addenda = metadata?.['addendaRecords']?.split('\n') ?? [];
  const raws = [record, ...addenda];
  return annotateRecords({ record, addenda, secCode: secCode ?? '', account: originalAccount }).map((marked, at) => ({
    ...marked,
    raw: raws[at] ?? '',
    line: at === 0 ? line : null,
  }));
}

export function CopyRecordsButton({ records }: { records: readonly StoredRecord[] }) {
  const label = records.length === 1 ? 'Copy record' : 'Copy records';
  return <CopyButton size="small" text={records.map(({ raw }) => raw).join('\n')} label={label} />;
}

/** "receivingDfi" → "Receiving DFI", "reserved2" → "Reserved". */
function fieldLabel(name: string): string {
  const words = nachaFieldLabel(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function FieldValue({ value }: { value: string }) {
  return value === '' ? <span className="quiet">blank</span> : <code>{value}</code>;
}

export function RecordFields({ record: { fields }, title }: { record: StoredRecord; title: string }) {
  if (fields.length === 0) return <p className="quiet">Clearwatch has no field layout for this record type.</p>;
  return (
    <dl className="record-fields" aria-label={`Fields of ${title}`}>
      {fields.map(({ name, from, to, value }) => (
        <div key={from}>
          <dt>
            <span className="quiet figures">{columnRange({ from, to })}</span> {fieldLabel(name)}
          </dt>
          <dd>
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `----+----1----+----2`: a plus every five columns, a digit every ten. */
const RULER = Array.from({ length: RECORD_COLUMNS }, (_, at) => {
  const column = at + 1;
  if (column % 10 === 0) return String(column / 10);
  return column % 5 === 0 ? '+' : '-';
}).join('');

/** Control characters take up a column but are invisible, so they are replaced. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f]/g;

const maskControlCharacters = (text: string): string => text.replaceAll(CONTROL_CHARACTERS, '\ufffd');

const HIGHLIGHTED_FIELDS = new Set('account amount traceNumber reasonCode changeCode originalTraceNumber'.split(' '));

export function RecordLine({ record: { text, fields }, title }: { record: StoredRecord; title: string }) {
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const pointed = fields[at ?? -1];
  const point = ({ target }: PointerEvent): void => {
    const index = target instanceof HTMLElement ? target.dataset['field'] : undefined;
    if (index !== undefined) setAt(Number(index));
  };
  const steer = (event: KeyboardEvent): void => {
    const to = nextField(event.key, at, fields.length);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    line.current?.querySelector(`[data-field="${to}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const ruler = (
    <pre className="record-ruler" aria-hidden>
      {RULER}
    </pre>
  );
  if (fields.length === 0) {
    return (
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <section className="record-scroll" aria-label={`Columns of ${title}`} tabIndex={0}>
        {ruler}
        <pre className="record-text">{maskControlCharacters(text)}</pre>
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
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot show its options on one line
          role="listbox"
          aria-label={`Fields of ${title}, by column`}
          aria-orientation="horizontal"
          aria-activedescendant={at === null ? undefined : `${id}-${at}`}
          tabIndex={0}
          onFocus={() => setAt(at ?? 0)}
          onKeyDown={steer}
          onPointerOver={point}
        >
          {fields.map(({ name, from, to, content, value }, index) => {
            const words = `${fieldLabel(name)}, columns ${from}–${to}`;
            return (
              <span
                key={from}
                id={`${id}-${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element needs a select
                role="option"
                data-field={index}
                aria-selected={index === at}
                aria-label={`${words}: ${value === '' ? 'blank' : value}`}
                className={HIGHLIGHTED_FIELDS.has(name) ? 'record-field record-field-strong' : 'record-field'}
                title={words}
              >
                {maskControlCharacters(content)}
              </span>
            );
          })}
        </div>
      </section>
      {/* Always rendered, so that the layout does not shift. */}
      <p className="record-readout" aria-hidden>
        {pointed === undefined ? (
          <span className="quiet">Point at a field or use the arrow keys to see its name.</span>
        ) : (
          <>
            <strong>{fieldLabel(pointed.name)}</strong>
            <span className="quiet">
              {pointed.from === pointed.to ? 'column' : 'columns'} {columnRange(pointed)}
            </span>
            <FieldValue value={pointed.value} />
          </>
        )}
      </p>
    </div>
  );
}

function nextField(key: string, at: number | null, count: number): number | null {
  if (key === 'ArrowRight') return Math.min((at ?? -1) + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max((at ?? 0) - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

export function recordTitle({ line, title }: StoredRecord): string {
  const what = `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
  return line === null ? what : `Line ${formatCount(line)}: ${title}`;
}

export function RecordSection({ records }: { records: StoredRecord[] }) {
  return (
    <section aria-label="File record">
      <div className="record-part-head">
        <h3>File record</h3>
        <CopyRecordsButton records={records} />
      </div>
      {records.map((record, at) => {
        const title = recordTitle(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the order of the records of an entry never changes
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
