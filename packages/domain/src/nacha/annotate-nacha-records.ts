import { secCodeOf } from './ach-codes.ts';
import { addendaLayoutOf } from './addenda-layouts.ts';
import { ENTRY_LAYOUTS, type EntryFamily, type Layout, valuesOf } from './nacha-layouts.ts';
import { asUtf8Columns, columns, decodeFieldText, RECORD_COLUMNS } from './nacha-record.ts';

/** A field of a record and what stands in it. */
export interface AnnotatedField {
  /** As the layouts call it: "receivingDfi". */
  name: string;
  /** Columns from 1, both inclusive. */
  from: number;
  to: number;
  /** Blanks included: those of all fields, joined, are the record. */
  content: string;
  /** For people: without the blanks around it, decoded. */
  value: string;
}

/** A record with its fields marked. */
export interface AnnotatedRecord {
  /** "entry (IAT)", "addenda 05". */
  title: string;
  /** Exactly 94 columns. */
  text: string;
  /** In the order of the columns, without a gap; empty for an addenda of a type that does not exist. */
  fields: AnnotatedField[];
}

/** What the ledger keeps of a NACHA entry's records. */
export interface StoredRecords {
  /** The entry's record as it stands in the file, one character per byte. */
  record: string;
  /** Its addenda likewise. */
  addenda: readonly string[];
  /** SEC class of its batch. */
  secCode: string;
  /** The account as it was read from the record: tells the layouts of a class apart. */
  account: string;
}

/** An entry's record and its addenda, each column named by the layout it was read by. The entry comes first. */
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

/** Notices of change about international entries are of class COR as all are, but laid out as international ones. */
function familyOf(
  text: string,
  { secCode, account }: Pick<StoredRecords, 'secCode' | 'account'>,
): EntryFamily {
  const family = secCodeOf(secCode)?.family ?? 'default';
  const standsIn = (candidate: EntryFamily): boolean => {
    const place = ENTRY_LAYOUTS[candidate].account;
    return decodeFieldText(columns(text, place.from, place.to)) === account;
  };
  return !standsIn(family) && standsIn('iat') ? 'iat' : family;
}

/** More than 94 bytes are kept only of a line that has 94 characters when its bytes are read as UTF-8. */
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
