import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { EntryKind } from '@clearwatch/domain/ledger/ledger-row';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';

const TAB = 0x09;
const NEWLINE = 0x0a;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const NULL_TEXT = '\\N';
/** A backslash that does not stand for NULL. */
const ESCAPE = /\\[^N]/;

/**
 * Reads what PostgreSQL writes for `COPY … TO STDOUT` in its text format: a line per row, tabs between columns, `\N`
 * for NULL, a backslash before what would be mistaken for either (PostgreSQL manual, COPY, "Text Format").
 */
export async function* copiedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<CopiedLines> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    // Cut at a line's end, so that no character of several bytes is torn apart.
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
    yield new CopiedLines(text);
  }
}

/**
 * Whole lines, read column after column. A million entries have twenty million columns, and most say what the row before said:
 * those are compared where they stand, and no new string is made of them.
 */
export class CopiedLines {
  private readonly hasEscapes: boolean;
  private at = 0;

  /** @param text ends with the end of a line */
  constructor(private readonly text: string) {
    this.hasEscapes = ESCAPE.test(text);
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  /**
   * The next column of the line, or the first of the next line.
   * @param before what the same column of the row before was; returned itself when this one is the same
   * @throws RangeError after the last
   */
  column(before: string | null = ''): string | null {
    return this.isAgain(before) ? before : this.read();
  }

  private isAgain(before: string | null): boolean {
    // What is written otherwise than it is meant cannot be compared where it stands, nor can text that looks like NULL.
    if (this.hasEscapes || before === NULL_TEXT) return false;
    const written = before ?? NULL_TEXT;
    const end = this.at + written.length;
    if (!isSeparator(this.text.charCodeAt(end)) || !this.text.startsWith(written, this.at)) return false;
    this.at = end + 1;
    return true;
  }

  private read(): string | null {
    const { text, at } = this;
    if (this.isOver) throw new RangeError('All copied columns have been read.');
    let end = at;
    while (!isSeparator(text.charCodeAt(end))) end += 1;
    this.at = end + 1;
    const column = text.slice(at, end);
    if (column === NULL_TEXT) return null;
    return this.hasEscapes && column.includes('\\') ? unescapeColumn(column) : column;
  }
}

const isSeparator = (character: number): boolean => character === TAB || character === NEWLINE;

function unescapeColumn(column: string): string {
  return column.replaceAll(/\\(.)/gs, (_whole, character: string) => ESCAPES[character] ?? character);
}

/** The columns of a copied entry, in this order. */
export const ENTRY_COLUMNS = `t.id, t.account_number, t.company, t.first_name, t.last_name, t.event_date,
  t.posting_minute, t.amount, t.transaction_type, t.entry_kind, t.entry_description, t.addenda, t.class,
  t.transaction_code, t.check_tracer_number, t.import_id, t.line`;

/** An account whose every text is another would have them all remembered for nothing. */
const MAX_INTERNED_TEXTS = 20_000;

/** A company as entries name it, with its key. */
interface NamedCompany {
  company: string;
  companyKey: string;
}

/** A day, also counted from 1970-01-01. */
interface EpochDay {
  day: string;
  epochDay: number;
}

interface NoDay {
  day: null;
  epochDay: null;
}

const NO_DAY: NoDay = { day: null, epochDay: null };

/**
 * Turns copied columns into entries; remembers what repeats from row to row. Each row costs a microsecond of a worker's
 * processor: what the row before has as well is compared and not looked up.
 */
export class EntryParser {
  private readonly companies = new Map<string, NamedCompany>();
  private readonly days = new Map<string, EpochDay>();
  private readonly texts = new Map<string, string>();
  private accountNumber = '';
  private company: NamedCompany = { company: '', companyKey: '' };
  private first: string | null = null;
  private last: string | null = null;
  private receiverName: string | null = null;
  private counted: EpochDay | NoDay = NO_DAY;
  private minute: string | null = null;
  private type = '';
  private kind = '';
  private description: string | null = null;
  private addenda: string | null = null;
  private class: string | null = null;
  private code = '';
  private importId = '';

  /** Forgets the texts of the member before. */
  nextMember(): void {
    this.texts.clear();
  }

  /**
   * Reads the columns of one entry.
   * @throws TypeError when one that is never empty is
   */
  make(lines: CopiedLines): Entry {
    const id = requireValue(lines.column(), 'id');
    this.accountNumber = requireValue(lines.column(this.accountNumber), 'account_number');
    this.readCompany(requireValue(lines.column(this.company.company), 'company'));
    this.readName(lines.column(this.first), lines.column(this.last));
    this.readDay(lines.column(this.counted.day));
    this.minute = lines.column(this.minute);
    const amountCents = parseCopiedCents(requireValue(lines.column(), 'amount'));
    this.type = requireValue(lines.column(this.type), 'transaction_type');
    this.kind = this.once(requireValue(lines.column(this.kind), 'entry_kind'), this.kind);
    this.description = this.once(lines.column(this.description), this.description);
    this.addenda = lines.column(this.addenda);
    this.class = this.once(lines.column(this.class), this.class);
    this.code = this.once(requireValue(lines.column(this.code), 'transaction_code'), this.code);
    const traceNumber = lines.column();
    this.importId = requireValue(lines.column(this.importId), 'import_id');
    return {
      id,
      accountNumber: this.accountNumber,
      company: this.company.company,
      companyKey: this.company.companyKey,
      receiverName: this.receiverName,
      day: this.counted.day,
      epochDay: this.counted.epochDay,
      minuteOfDay: this.minute === null ? null : Number(this.minute),
      amountCents,
      transactionType: this.type === 'Credit' ? 'Credit' : 'Debit',
      // An enum of the database with the domain's own words.
      entryKind: this.kind as EntryKind,
      entryDescription: this.description,
      addenda: this.addenda,
      class: this.class,
      transactionCode: this.code,
      traceNumber,
      importId: this.importId,
      line: Number(lines.column()),
    };
  }

  /** One copy of a text that repeats: an account with a million entries says "PAYROLL" a hundred thousand times. */
  private once<Text extends string | null>(text: Text, before: Text): Text {
    if (text === null || text === before) return text;
    if (this.texts.size >= MAX_INTERNED_TEXTS) this.texts.clear();
    return intern(this.texts, text, identity) as Text;
  }

  private readCompany(company: string): void {
    if (company !== this.company.company) this.company = intern(this.companies, company, namedCompany);
  }

  private readDay(day: string | null): void {
    if (day === this.counted.day) return;
    this.counted = day === null ? NO_DAY : intern(this.days, day, toEpochDay);
  }

  private readName(first: string | null, last: string | null): void {
    if (first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    this.receiverName = receiverName(first, last);
  }
}

const identity = (text: string): string => text;

function namedCompany(company: string): NamedCompany {
  return { company, companyKey: companyKey(company) };
}

function toEpochDay(day: string): EpochDay {
  return { day, epochDay: epochDay(day) };
}

const ZERO = 0x30;
const POINT = 0x2e;

/** As `centsOf`, at once for the only shape that a column `numeric(12,2)` is copied in when it is not negative. */
function parseCopiedCents(text: string): Cents {
  const point = text.length - 3;
  if (point < 1 || text.charCodeAt(point) !== POINT) return parseCents(text);
  let cents = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return parseCents(text);
    cents = cents * 10 + digit;
  }
  return Number.isSafeInteger(cents) ? cents : parseCents(text);
}

function requireValue(value: string | null, column: string): string {
  if (value === null) throw new TypeError(`The column ${column} of a copied entry should not be empty`);
  return value;
}

function receiverName(first: string | null, last: string | null): string | null {
  const name = `${first ?? ''} ${last ?? ''}`.trim();
  return name === '' ? null : name;
}

function intern<Value>(known: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}
