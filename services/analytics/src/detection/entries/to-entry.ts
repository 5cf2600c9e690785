import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/fraud/company-key';
import type { Entry } from '@clearwatch/domain/fraud/entry';
import { type Cents, centsOf } from '@clearwatch/domain/money/cents';
import type { EntryKind } from '@clearwatch/domain/nacha/entry-kind';

/** The columns of a copied entry, in this order. */
export const ENTRY_COLUMNS = `t.id, t.account_number, t.company, t.first_name, t.last_name, t.event_date,
  t.posting_minute, t.amount, t.transaction_type, t.entry_kind, t.entry_description, t.addenda, t.class,
  t.transaction_code, t.check_tracer_number, t.import_id, t.line`;

type Columns = readonly (string | null)[];

/** An account whose every text is another would have them all remembered for nothing. */
const MOST_TEXTS = 20_000;

/** A company as entries name it, with its key. */
interface NamedCompany {
  company: string;
  companyKey: string;
}

/** A day, also counted from 1970-01-01. */
interface CountedDay {
  day: string;
  epochDay: number;
}

/**
 * Turns copied columns into entries; remembers what repeats from row to row. Each row costs a microsecond of a worker's
 * processor: what the row before has as well is compared and not looked up.
 */
export class EntryMaker {
  private readonly companies = new Map<string, NamedCompany>();
  private readonly days = new Map<string, CountedDay>();
  private readonly texts = new Map<string, string>();
  private accountNumber = '';
  private importId = '';
  private first: string | null = null;
  private last: string | null = null;
  private receiverName: string | null = null;

  /** Forgets the texts of the member before. */
  nextMember(): void {
    this.texts.clear();
  }

  /**
   * @param from column at which those of the entry begin
   * @throws TypeError when a column that is never empty is
   */
  make(columns: Columns, from = 0): Entry {
    const day = columns[from + 5] ?? null;
    const counted = day === null ? null : remembered(this.days, day, countedDay);
    const minute = columns[from + 6] ?? null;
    const { company, companyKey: key } = remembered(this.companies, filled(columns, from + 2), namedCompany);
    return {
      id: filled(columns, from),
      accountNumber: this.accountOf(filled(columns, from + 1)),
      company,
      companyKey: key,
      receiverName: this.nameOf(columns[from + 3] ?? null, columns[from + 4] ?? null),
      day: counted === null ? null : counted.day,
      epochDay: counted === null ? null : counted.epochDay,
      minuteOfDay: minute === null ? null : Number(minute),
      amountCents: copiedCents(filled(columns, from + 7)),
      transactionType: columns[from + 8] === 'Credit' ? 'Credit' : 'Debit',
      // An enum of the database with the domain's own words.
      entryKind: this.once(filled(columns, from + 9)) as EntryKind,
      entryDescription: this.once(columns[from + 10] ?? null),
      addenda: columns[from + 11] ?? null,
      class: this.once(columns[from + 12] ?? null),
      transactionCode: this.once(filled(columns, from + 13)),
      traceNumber: columns[from + 14] ?? null,
      importId: this.importOf(filled(columns, from + 15)),
      line: Number(columns[from + 16]),
    };
  }

  /** One copy of a text that repeats: an account with a million entries says "PAYROLL" a hundred thousand times. */
  private once<Text extends string | null>(text: Text): Text {
    if (this.texts.size >= MOST_TEXTS) this.texts.clear();
    return text === null ? text : (remembered(this.texts, text, same) as Text);
  }

  private accountOf(text: string): string {
    if (text !== this.accountNumber) this.accountNumber = text;
    return this.accountNumber;
  }

  private importOf(text: string): string {
    if (text !== this.importId) this.importId = text;
    return this.importId;
  }

  private nameOf(first: string | null, last: string | null): string | null {
    if (first !== this.first || last !== this.last) {
      this.first = first;
      this.last = last;
      this.receiverName = receiverName(first, last);
    }
    return this.receiverName;
  }
}

const same = (text: string): string => text;

function namedCompany(company: string): NamedCompany {
  return { company, companyKey: companyKey(company) };
}

function countedDay(day: string): CountedDay {
  return { day, epochDay: epochDay(day) };
}

const ZERO = 0x30;
const POINT = 0x2e;

/** As `centsOf`, at once for the only shape that a column `numeric(12,2)` is copied in when it is not negative. */
function copiedCents(text: string): Cents {
  const point = text.length - 3;
  if (point < 1 || text.charCodeAt(point) !== POINT) return centsOf(text);
  let cents = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return centsOf(text);
    cents = cents * 10 + digit;
  }
  return Number.isSafeInteger(cents) ? cents : centsOf(text);
}

function filled(columns: Columns, index: number): string {
  const value = columns[index];
  if (value === null || value === undefined)
    throw new TypeError(`Column ${index} of a copied entry should not be empty`);
  return value;
}

function receiverName(first: string | null, last: string | null): string | null {
  const name = `${first ?? ''} ${last ?? ''}`.trim();
  return name === '' ? null : name;
}

function remembered<Value>(known: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}
