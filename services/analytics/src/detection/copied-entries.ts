import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { EntryKind } from '@clearwatch/domain/ledger/ledger-row';
import { type Cents, parseCents } from '@clearwatch/domain/money/cents';

const TAB = 0x09;
const NEWLINE = 0x0a;
const ESCAPES = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }));
const NULL_TEXT = '\\N';
const ESCAPE = /\\[^N]/;

/** Splits the text output of `COPY … TO STDOUT` (PostgreSQL manual, COPY, "Text Format") into chunks of whole lines. */
export async function* copiedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<CopiedLines> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest.push(chunk);
      continue;
    }
    // Splits at the end of a line, so that multibyte characters stay whole.
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = end < chunk.length ? [chunk.subarray(end)] : [];
    yield new CopiedLines(text);
  }
}

/** Most columns equal those in the previous row, so they are compared in place without creating a new string. */
export class CopiedLines {
  private readonly hasEscapes: boolean;
  private at = 0;

  /** @param text must end with a line break */
  constructor(private readonly text: string) {
    this.hasEscapes = ESCAPE.test(text);
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  /** Returns `before`, the same column in the previous row, if the values are equal. @throws RangeError after the last column */
  column(before: string | null = ''): string | null {
    return this.isAgain(before) ? before : this.read();
  }

  private isAgain(before: string | null): boolean {
    // Escaped text and text that looks like NULL cannot be compared in place.
    if (this.hasEscapes || before === NULL_TEXT) return false;
    const expected = before ?? NULL_TEXT;
    const end = this.at + expected.length;
    if (!isSeparator(this.text.charCodeAt(end)) || !this.text.startsWith(expected, this.at)) return false;
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
  return column.replaceAll(/\\(.)/gs, (_whole, character: string) => ESCAPES.get(character) ?? character);
}

/** The columns of a copied entry, in this order. */
export const ENTRY_COLUMNS = `t.id, t.account_number, t.company, t.first_name, t.last_name, t.event_date,
  t.posting_minute, t.amount, t.transaction_type, t.entry_kind, t.entry_description, t.addenda, t.class,
  t.transaction_code, t.check_tracer_number, t.import_id, t.line`;

/** Limits memory for accounts whose texts rarely repeat. */
const MAX_INTERNED_TEXTS = 20_000;

interface NamedCompany {
  company: string;
  companyKey: string;
}

/** Days since 1970-01-01. */
type EpochDay = { day: string; epochDay: number } | { day: null; epochDay: null };

const NO_DAY: EpochDay = { day: null, epochDay: null };

/** Takes a microsecond per entry, because columns are compared with those of the previous entry instead of being looked up. */
export class EntryParser {
  private readonly companies = new Map<string, NamedCompany>();
  private readonly days = new Map<string, EpochDay>();
  private readonly texts = new Map<string, string>();
  private before: Partial<Entry> = {};
  private company: NamedCompany = { company: '', companyKey: '' };
  private epochDay = NO_DAY;
  private firstName: string | null = null;
  private lastName: string | null = null;
  private minute: string | null = null;

  nextMember(): void {
    this.texts.clear();
  }

  make(lines: CopiedLines): Entry {
    const { before } = this;
    const id = requireValue(lines.column(), 'id');
    const accountNumber = requireValue(lines.column(before.accountNumber), 'account_number');
    const { company, companyKey } = this.readCompany(requireValue(lines.column(before.company), 'company'));
    const receiverName = this.readName(lines.column(this.firstName), lines.column(this.lastName));
    const { day, epochDay } = this.readDay(lines.column(before.day));
    this.minute = lines.column(this.minute);
    const amountCents = parseCopiedCents(requireValue(lines.column(), 'amount'));
    const type = requireValue(lines.column(before.transactionType), 'transaction_type');
    const kind = requireValue(lines.column(before.entryKind), 'entry_kind');
    const description = lines.column(before.entryDescription);
    const addenda = lines.column(before.addenda);
    const entryClass = lines.column(before.class);
    const code = requireValue(lines.column(before.transactionCode), 'transaction_code');
    const traceNumber = lines.column();
    const importId = requireValue(lines.column(before.importId), 'import_id');
    const entry: Entry = {
      id,
      accountNumber,
      company,
      companyKey,
      receiverName,
      day,
      epochDay,
      minuteOfDay: this.minute === null ? null : Number(this.minute),
      amountCents,
      transactionType: type === 'Credit' ? 'Credit' : 'Debit',
      // Safe to cast, because the database enum has the same values as `EntryKind`.
      entryKind: this.once(kind, before.entryKind) as EntryKind,
      entryDescription: this.once(description, before.entryDescription),
      addenda,
      class: this.once(entryClass, before.class),
      transactionCode: this.once(code, before.transactionCode),
      traceNumber,
      importId,
      line: Number(lines.column()),
    };
    this.before = entry;
    return entry;
  }

  /** Stores repeated text only once, because an account can contain "PAYROLL" a hundred thousand times. */
  private once<Text extends string | null>(text: Text, before: string | null | undefined): Text {
    if (text === null || text === before) return text;
    if (this.texts.size >= MAX_INTERNED_TEXTS) this.texts.clear();
    return intern(this.texts, text, (key) => key) as Text;
  }

  private readCompany(company: string): NamedCompany {
    if (company !== this.company.company)
      this.company = intern(this.companies, company, (key) => ({
        company: key,
        companyKey: companyKey(key),
      }));
    return this.company;
  }

  private readDay(day: string | null): EpochDay {
    if (day !== this.epochDay.day)
      this.epochDay = day === null ? NO_DAY : intern(this.days, day, (key) => ({ day: key, epochDay: epochDay(key) }));
    return this.epochDay;
  }

  private readName(firstName: string | null, lastName: string | null): string | null {
    if (firstName === this.firstName && lastName === this.lastName && this.before.receiverName !== undefined)
      return this.before.receiverName;
    this.firstName = firstName;
    this.lastName = lastName;
    return `${firstName ?? ''} ${lastName ?? ''}`.trim() || null;
  }
}

const ZERO = 0x30;
const POINT = 0x2e;

/** Like `parseCents`, but faster for the text of a nonnegative `numeric(12,2)`. */
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
  if (value === null) throw new TypeError(`The column ${column} of a copied entry must not be empty`);
  return value;
}

function intern<Value>(known: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}
