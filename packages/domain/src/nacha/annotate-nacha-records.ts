import { secCodeOf } from './ach-codes.ts';
import { addendaLayoutOf } from './addenda-layouts.ts';
import { ENTRY_LAYOUTS, type EntryFamily, type Layout, valuesOf } from './nacha-layouts.ts';
import { asUtf8Columns, columns, decodeFieldText, RECORD_COLUMNS } from './nacha-record.ts';

export interface AnnotatedField {
  name: string;
  /** Columns from 1, inclusive. */
  from: number;
  to: number;
  /** Includes spaces; the contents of all fields joined together are the record. */
  content: string;
  /** For display: trimmed and decoded. */
  value: string;
}

export interface AnnotatedRecord {
  /** "entry (IAT)", "addenda 05". */
  title: string;
  text: string;
  /** In the order of the columns; empty for an unknown addenda type. */
  fields: AnnotatedField[];
}

export interface StoredRecords {
  /** One character per byte. */
  record: string;
  addenda: readonly string[];
  secCode: string;
  /** Selects one of the layouts of a class. */
  account: string;
}

/** The entry first, then its addenda. */
export function annotateRecords({ record, addenda, secCode, account }: StoredRecords): AnnotatedRecord[] {
  const text = columnsOf(record);
  const family = familyOf(text, { secCode, account });
  const isIat = family === 'iat';
  return [
    annotateRecord(text, ENTRY_LAYOUTS[family]),
    ...addenda.map((raw) => {
      const line = columnsOf(raw);
      return annotateRecord(line, addendaLayoutOf(line, { isIat }));
    }),
  ];
}

/** Notifications of change about international entries have class COR but the international layout. */
function familyOf(text: string, { secCode, account }: Pick<StoredRecords, 'secCode' | 'account'>): EntryFamily {
  const family = secCodeOf(secCode)?.family ?? 'default';
  const hasAccount = (candidate: EntryFamily): boolean => {
    const place = ENTRY_LAYOUTS[candidate].account;
    return decodeFieldText(columns(text, place.from, place.to)) === account;
  };
  return !hasAccount(family) && hasAccount('iat') ? 'iat' : family;
}

/** A line has more than 94 bytes only if it has 94 characters in UTF-8. */
function columnsOf(raw: string): string {
  const text = raw.length > RECORD_COLUMNS ? (asUtf8Columns(raw) ?? raw) : raw;
  return columns(text, 1, RECORD_COLUMNS).padEnd(RECORD_COLUMNS);
}

function annotateRecord(text: string, layout: Layout | null): AnnotatedRecord {
  if (layout === null) return { title: 'addenda', text, fields: [] };
  const contents = valuesOf(layout, text);
  const fields = layout.fields.map(({ name, from, to }, at) => {
    const content = contents[at] ?? '';
    return { name, from, to, content, value: decodeFieldText(content) };
  });
  return { title: layout.title, text, fields };
}
