import type { Fact, FactValue } from '@clearwatch/contracts/ai-reports';
import type { Day, Month } from '../calendar/day.ts';
import type { Period } from '../calendar/period.ts';
import type { Cents } from '../money/cents.ts';
import { formatFact, formatReportDay, formatReportPeriod } from './format-fact.ts';

export interface CitedFact {
  readonly fact: Fact;
  readonly text: string;
}

/** What a fact is called, and the query it comes from in words, with its parameters. */
export interface FactDescription {
  label: string;
  source: string;
}

/** The facts of one report, numbered in the order they are added. Every number in a report comes from here. */
export class FactSheet {
  private readonly facts = new Map<string, Fact>();

  money(note: FactDescription, cents: Cents): CitedFact {
    if (!Number.isSafeInteger(cents))
      throw new RangeError(`${note.label}: cents must be a safe whole number`);
    return this.add(note, { kind: 'money', cents });
  }

  count(note: FactDescription, count: number): CitedFact {
    if (!Number.isSafeInteger(count)) throw new RangeError(`${note.label}: a count must be a whole number`);
    return this.add(note, { kind: 'count', count });
  }

  /**
   * @param share 0.125 for 12.5%
   * @param digits decimals of the percentage; `formatShare` chooses them otherwise
   */
  share(note: FactDescription, share: number, digits?: number): CitedFact {
    if (!Number.isFinite(share)) throw new RangeError(`${note.label}: a share must be finite`);
    return this.add(note, digits === undefined ? { kind: 'share', share } : { kind: 'share', share, digits });
  }

  number(note: FactDescription, number: number, digits: number): CitedFact {
    if (!Number.isFinite(number)) throw new RangeError(`${note.label}: a number must be finite`);
    return this.add(note, { kind: 'number', number, digits });
  }

  day(note: FactDescription, day: Day): CitedFact {
    return this.add(note, { kind: 'day', day });
  }

  month(note: FactDescription, month: Month): CitedFact {
    return this.add(note, { kind: 'month', month });
  }

  member(note: FactDescription, name: string): CitedFact {
    return this.add(note, { kind: 'name', name, of: 'member' });
  }

  company(note: FactDescription, name: string): CitedFact {
    return this.add(note, { kind: 'name', name, of: 'company' });
  }

  account(note: FactDescription, name: string): CitedFact {
    return this.add(note, { kind: 'name', name, of: 'account' });
  }

  word(note: FactDescription, name: string): CitedFact {
    return this.add(note, { kind: 'name', name, of: 'other' });
  }

  difference(label: string, now: CitedFact, before: CitedFact): CitedFact {
    const source = `${now.fact.id} − ${before.fact.id}`;
    const [left, right] = [now.fact.value, before.fact.value];
    if (left.kind === 'money' && right.kind === 'money')
      return this.money({ label, source }, left.cents - right.cents);
    if (left.kind === 'count' && right.kind === 'count')
      return this.count({ label, source }, left.count - right.count);
    throw new TypeError(`${label}: only amounts and counts have differences`);
  }

  /** Share that one amount or count is of another. Null when the whole is zero. */
  partOf(label: string, part: CitedFact, whole: CitedFact): CitedFact | null {
    const [numerator, denominator] = [factSize(part), factSize(whole)];
    if (denominator === 0) return null;
    return this.share({ label, source: `${part.fact.id} ÷ ${whole.fact.id}` }, numerator / denominator);
  }

  /** Mean of an amount over a count, rounded to the cent. */
  average(label: string, total: CitedFact, of: CitedFact): CitedFact {
    const source = `${total.fact.id} ÷ ${of.fact.id}, rounded to the cent`;
    return this.money({ label, source }, Math.round(factSize(total) / factSize(of)));
  }

  /** Growth since `before`: 0.25 for a quarter more. Null when `before` is zero. */
  change(label: string, now: CitedFact, before: CitedFact): CitedFact | null {
    const base = factSize(before);
    if (base === 0) return null;
    return this.share(
      { label, source: `(${now.fact.id} − ${before.fact.id}) ÷ ${before.fact.id}` },
      (factSize(now) - base) / Math.abs(base),
    );
  }

  entryCompany(name: string): CitedFact {
    return this.from('Company of the entries').company('Company', name);
  }

  /** Facts of one source; a period, or the last day of the ledger, is written behind label and source. */
  from(source: string, days?: Period | Day) {
    const describe = (label: string): FactDescription => describeFact(label, source, days);
    return {
      money: (label: string, cents: Cents) => this.money(describe(label), cents),
      count: (label: string, count: number) => this.count(describe(label), count),
      share: (label: string, share: number, digits?: number) => this.share(describe(label), share, digits),
      number: (label: string, number: number, digits: number) => this.number(describe(label), number, digits),
      day: (label: string, day: Day) => this.day(describe(label), day),
      month: (label: string, month: Month) => this.month(describe(label), month),
      member: (label: string, name: string) => this.member(describe(label), name),
      company: (label: string, name: string) => this.company(describe(label), name),
      account: (label: string, name: string) => this.account(describe(label), name),
      word: (label: string, name: string) => this.word(describe(label), name),
    };
  }

  list(): Fact[] {
    return [...this.facts.values()];
  }

  private add({ label, source }: FactDescription, value: FactValue): CitedFact {
    const key = JSON.stringify([label, source, value]);
    const known = this.facts.get(key);
    const fact = known ?? { id: `F${this.facts.size + 1}`, label, value, source };
    if (known === undefined) this.facts.set(key, fact);
    return { fact, text: formatFact(value) };
  }
}

/** "Credits, Jul 22 to Aug 20, 2026" from "Daily totals, 2026-07-22 to 2026-08-20". */
function describeFact(label: string, source: string, days: Period | Day | undefined): FactDescription {
  if (days === undefined) return { label, source };
  if (typeof days === 'string')
    return { label: `${label}, as of ${formatReportDay(days)}`, source: `${source}, as of ${days}` };
  return {
    label: `${label}, ${formatReportPeriod(days)}`,
    source: `${source}, ${days.firstDay} to ${days.lastDay}`,
  };
}

export function factSize({ fact: { value, label } }: CitedFact): number {
  if (value.kind !== 'money' && value.kind !== 'count')
    throw new TypeError(`${label}: neither an amount nor a count`);
  return numberOf(value) ?? 0;
}

/** Cents, a count, a share (0.125 for 12.5%) or a number; null for days, months and names. */
export function numberOf(value: FactValue): number | null {
  switch (value.kind) {
    case 'money':
      return value.cents;
    case 'count':
      return value.count;
    case 'share':
      return value.share;
    case 'number':
      return value.number;
    default:
      return null;
  }
}
