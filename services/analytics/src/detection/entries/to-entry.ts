import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/fraud/company-key';
import type { Entry } from '@clearwatch/domain/fraud/entry';
import { centsOf } from '@clearwatch/domain/money/cents';
import type { EntryKind } from '@clearwatch/domain/nacha/entry-kind';

/** The columns of a copied entry, in this order. */
export const ENTRY_COLUMNS = `t.id, t.account_number, t.company, t.first_name, t.last_name, t.event_date,
  t.posting_minute, t.amount, t.transaction_type, t.entry_kind, t.entry_description, t.addenda, t.class,
  t.transaction_code, t.check_tracer_number, t.import_id, t.line`;

type Columns = readonly (string | null)[];

/** An account whose every text is another would have them all remembered for nothing. */
const MOST_TEXTS = 20_000;

/** Turns copied columns into entries; remembers what repeats from row to row. */
export class EntryMaker {
  private readonly companyKeys = new Map<string, string>();
  private readonly epochDays = new Map<string, number>();
  private readonly texts = new Map<string, string>();

  /** Forgets the texts of the member before. */
  nextMember(): void {
    this.texts.clear();
  }

  /** @throws TypeError when a column that is never empty is */
  make(columns: Columns): Entry {
    const day = columns[5] ?? null;
    const minute = columns[6] ?? null;
    const company = this.once(filled(columns, 2));
    return {
      id: filled(columns, 0),
      accountNumber: this.once(filled(columns, 1)),
      company,
      companyKey: remembered(this.companyKeys, company, companyKey),
      receiverName: this.once(receiverName(columns)),
      day: this.once(day),
      epochDay: day === null ? null : remembered(this.epochDays, day, epochDay),
      minuteOfDay: minute === null ? null : Number(minute),
      amountCents: centsOf(filled(columns, 7)),
      transactionType: columns[8] === 'Credit' ? 'Credit' : 'Debit',
      // An enum of the database with the domain's own words.
      entryKind: this.once(filled(columns, 9)) as EntryKind,
      entryDescription: this.once(columns[10] ?? null),
      addenda: columns[11] ?? null,
      class: this.once(columns[12] ?? null),
      transactionCode: this.once(filled(columns, 13)),
      traceNumber: columns[14] ?? null,
      importId: this.once(filled(columns, 15)),
      line: Number(columns[16]),
    };
  }

  /** One copy of a text that repeats: an account with a million entries says "PAYROLL" a hundred thousand times. */
  private once<Text extends string | null>(text: Text): Text {
    if (this.texts.size >= MOST_TEXTS) this.texts.clear();
    return text === null ? text : (remembered(this.texts, text, (same) => same) as Text);
  }
}

function filled(columns: Columns, index: number): string {
  const value = columns[index];
  if (value === null || value === undefined)
    throw new TypeError(`Column ${index} of a copied entry should not be empty`);
  return value;
}

function receiverName(columns: Columns): string | null {
  const name = `${columns[3] ?? ''} ${columns[4] ?? ''}`.trim();
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
