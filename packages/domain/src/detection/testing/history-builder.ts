import { addDays, type Day, epochDay } from '../../calendar/day.ts';
import { entryKindOf, type TransactionType } from '../../ledger/ledger-row.ts';
import { parseCents } from '../../money/cents.ts';
import { companyKey } from '../company-key.ts';
import type { Entry } from '../detection-entry.ts';
import { type MemberHistory, prepareMember } from '../member-history.ts';

/**
 * Builds a member's history with a fluent API:
 * `aHistory().credit('9500.00').from('ACME').on('2026-03-02').debit('40.00').from('CITY WATER').on('2026-03-04')`.
 * `credit` and `debit` start an entry, and later calls describe it. `account` sets the account for the next entries.
 */
export function aHistory(): HistoryBuilder {
  return new HistoryBuilder();
}

export class HistoryBuilder {
  readonly #entries: Entry[] = [];
  #accountNumber = '1000000001';

  account(accountNumber: string): this {
    this.#accountNumber = accountNumber;
    return this;
  }

  credit(amount: string): this {
    return this.#begin('Credit', amount);
  }

  debit(amount: string): this {
    return this.#begin('Debit', amount);
  }

  from(company: string): this {
    return this.#change({ company, companyKey: companyKey(company) });
  }

  /** Sets the day of the entry. Each further day adds an identical entry. */
  on(day: Day, ...furtherDays: Day[]): this {
    this.#change({ day, epochDay: epochDay(day) });
    return furtherDays.reduce((history, further) => history.#repeatLast().on(further), this);
  }

  /** Minutes after midnight. */
  atMinute(minuteOfDay: number): this {
    return this.#change({ minuteOfDay });
  }

  described(entryDescription: string): this {
    return this.#change({ entryDescription });
  }

  receivedBy(receiverName: string | null): this {
    return this.#change({ receiverName });
  }

  withAddenda(addenda: string): this {
    return this.#change({ addenda });
  }

  withCode(transactionCode: string): this {
    return this.#change({ transactionCode });
  }

  ofClass(secCode: string): this {
    return this.#change({ class: secCode });
  }

  withId(id: string): this {
    return this.#change({ id });
  }

  withoutDate(): this {
    return this.#change({ day: null, epochDay: null });
  }

  /** Repeats the last entry `times` more times, `everyDays` days apart. */
  again({ times, everyDays }: { times: number; everyDays: number }): this {
    for (let time = 0; time < times; time += 1) {
      this.#repeatLast().on(addDays(this.#last().day ?? '2026-01-01', everyDays));
    }
    return this;
  }

  /** Two years of ordinary pay and bills, ending on the given day. */
  ordinaryLifeUntil(day: Day): this {
    const start = addDays(day, -728);
    return this.credit('2400.00')
      .from('RIVERTON SCHOOLS')
      .described('PAYROLL')
      .on(start)
      .again({ times: 52, everyDays: 14 })
      .debit('1450.00')
      .from('HOMESTEAD MORTGAGE')
      .on(start)
      .again({ times: 23, everyDays: 30 })
      .debit('86.40')
      .from('CITY WATER')
      .on(addDays(start, 3))
      .again({ times: 23, everyDays: 30 })
      .debit('61.15')
      .from('LAKESIDE GROCERY')
      .on(addDays(start, 1))
      .again({ times: 103, everyDays: 7 });
  }

  entries(): Entry[] {
    return this.#entries.map((entry) => ({ ...entry, entryKind: entryKindOf(entry) }));
  }

  build(): MemberHistory {
    return prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: this.entries() });
  }

  #begin(transactionType: TransactionType, amount: string): this {
    this.#entries.push({
      id: this.#nextId(),
      accountNumber: this.#accountNumber,
      company: 'ACME',
      companyKey: 'ACME',
      receiverName: 'Robin Example',
      day: '2026-01-01',
      epochDay: epochDay('2026-01-01'),
      minuteOfDay: null,
      amountCents: parseCents(amount),
      transactionType,
      entryKind: 'money',
      entryDescription: null,
      addenda: null,
      class: 'PPD',
      transactionCode: transactionType === 'Credit' ? '22' : '27',
      traceNumber: null,
      importId: '1',
      line: this.#entries.length + 1,
    });
    return this;
  }

  #repeatLast(): this {
    this.#entries.push({ ...this.#last(), id: this.#nextId(), line: this.#entries.length + 1 });
    return this;
  }

  #nextId(): string {
    return String(this.#entries.length + 1);
  }

  #last(): Entry {
    const last = this.#entries.at(-1);
    if (last === undefined) throw new Error('start an entry with credit() or debit() first');
    return last;
  }

  #change(fields: Partial<Entry>): this {
    this.#entries[this.#entries.length - 1] = { ...this.#last(), ...fields };
    return this;
  }
}
