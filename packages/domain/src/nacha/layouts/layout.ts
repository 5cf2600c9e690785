import { columns, RECORD_COLUMNS } from '../records/nacha-record.ts';

/**
 * What may stand in a field. `digits`: nothing but 0–9 · `flag`: 0 or 1 · `filled`: text with at least one character that
 * is no blank · `text`: any text, blanks too. A control character is wrong in every field; in `text` it is replaced by a blank.
 */
type FieldKind = 'digits' | 'flag' | 'filled' | 'text';

/** One field of a record. */
export interface Field {
  readonly name: string;
  /** First and last column, from 1, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly kind: FieldKind;
  /** Without it the record means nothing: what is wrong here is an error, elsewhere a warning. */
  readonly isVital: boolean;
}

/** The fields of one type of record, from column 1 to 94 without a gap. */
export interface Layout {
  /** For people: "entry (IAT)". */
  readonly title: string;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Matches every record without a wrong field; made of the fields, it checks all of them at once. */
  readonly pattern: RegExp;
  /** Matches those of them that are printable ASCII, whose texts need no decoding: nearly all. */
  readonly plainPattern: RegExp;
}

export function field(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isVital: false };
}

export function vital(name: string, from: number, to: number, kind: FieldKind): Field {
  return { name, from, to, kind, isVital: true };
}

/** @throws Error when the fields leave a column out or overlap: a mistake in a table shows when the program starts */
export function layout(title: string, fields: readonly Field[]): Layout {
  let column = 1;
  for (const { name, from, to } of fields) {
    if (from !== column || to < from) throw new Error(`${title}: ${name} must begin at column ${column}`);
    column = to + 1;
  }
  if (column !== RECORD_COLUMNS + 1) throw new Error(`${title} ends before column ${RECORD_COLUMNS}`);
  return {
    title,
    fields,
    byName: new Map(fields.map((one) => [one.name, one])),
    pattern: patternOf(fields, TEXT),
    plainPattern: patternOf(fields, PLAIN_TEXT),
  };
}

/** @throws Error for a layout without this field */
export function fieldOf({ title, byName }: Layout, name: string): Field {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`${title} has no field ${name}`);
  return found;
}

/** What stands in each field, blanks included: joined again it is the record. */
export function valuesOf({ fields }: Layout, text: string): string[] {
  return fields.map(({ from, to }) => columns(text, from, to));
}

/** Everything but control characters (C0, DEL). C1 is allowed: in Windows-1252 there are quotes and dashes. */
const TEXT = '[^\\x00-\\x1f\\x7f]';
const PLAIN_TEXT = '[ -~]';

function patternOf(fields: readonly Field[], text: string): RegExp {
  return new RegExp(`^${fields.map((field) => fieldPattern(field, text)).join('')}$`);
}

/** Written out character by character: without counting (`{17}`) the engine is four times as fast. */
function fieldPattern({ kind, from, to }: Field, text: string): string {
  const width = to - from + 1;
  if (kind === 'digits') return '\\d'.repeat(width);
  if (kind === 'flag') return '[01]';
  const anything = text.repeat(width);
  return kind === 'filled' ? `(?!${' '.repeat(width)})${anything}` : anything;
}

/** Whether a field's content is as its kind demands. */
export function isWellFormed(wanted: Field, content: string): boolean {
  return new RegExp(`^${fieldPattern(wanted, TEXT)}$`).test(content);
}
