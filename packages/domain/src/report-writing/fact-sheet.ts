import type { Fact, FactValue } from '@clearwatch/contracts/ai-reports';
import type { Day, Month } from '../calendar/day.ts';
import type { Period } from '../calendar/period.ts';
import type { Cents } from '../money/cents.ts';
import { formatFact, formatReportDay, formatReportPeriod } from './format-fact.ts';

export interface CitedFact {
  readonly fact: Fact;
  readonly text: string;
}

export interface FactDescription {
  label: string;
  source: string;
}

/**
 * Adds facts of every kind. `Note` describes a fact. When the source is already set, it is only the label.
 */
class FactRecorder<Note> {
  constructor(protected readonly record: (note: Note, value: FactValue) => CitedFact) {}

  money = (note: Note, cents: Cents) => this.record(note, { kind: 'money', cents });
  count = (note: Note, count: number) => this.record(note, { kind: 'count', count });
  /**
   * @param share 0.125 for 12.5% @param digits decimal places of the percentage; chosen by `formatShare` if
   * omitted
   */
  share = (note: Note, share: number, digits?: number) =>
    this.record(note, digits === undefined ? { kind: 'share', share } : { kind: 'share', share, digits });
  number = (note: Note, number: number, digits: number) => this.record(note, { kind: 'number', number, digits });
  day = (note: Note, day: Day) => this.record(note, { kind: 'day', day });
  month = (note: Note, month: Month) => this.record(note, { kind: 'month', month });
  member = (note: Note, name: string) => this.record(note, { kind: 'name', name, of: 'member' });
  company = (note: Note, name: string) => this.record(note, { kind: 'name', name, of: 'company' });
  account = (note: Note, name: string) => this.record(note, { kind: 'name', name, of: 'account' });
  word = (note: Note, name: string) => this.record(note, { kind: 'name', name, of: 'other' });
}

const CHECKS: Partial<Record<FactValue['kind'], readonly [(number: unknown) => boolean, string]>> = {
  money: [Number.isSafeInteger, 'cents must be a safe integer'],
  count: [Number.isSafeInteger, 'a count must be a whole number'],
  share: [Number.isFinite, 'a share must be finite'],
  number: [Number.isFinite, 'a number must be finite'],
};

/**
 * The facts in one report, numbered in the order they are added. Every number in a report comes from this
 * sheet.
 */
export class FactSheet extends FactRecorder<FactDescription> {
  private readonly facts: ReadonlyMap<string, Fact>;

  constructor() {
    const facts = new Map<string, Fact>();
    super(({ label, source }, value) => {
      const [isValid, problem] = CHECKS[value.kind] ?? [];
      if (isValid?.(numberOf(value)) === false) throw new RangeError(`${label}: ${problem}`);
      const key = JSON.stringify([label, source, value]);
      const fact = facts.get(key) ?? { id: `F${facts.size + 1}`, label, value, source };
      facts.set(key, fact);
      return { fact, text: formatFact(value) };
    });
    this.facts = facts;
  }

  list(): Fact[] {
    return [...this.facts.values()];
  }

  difference(label: string, now: CitedFact, before: CitedFact): CitedFact {
    const source = `${now.fact.id} − ${before.fact.id}`;
    const [left, right] = [now.fact.value, before.fact.value];
    if (left.kind === 'money' && right.kind === 'money') return this.money({ label, source }, left.cents - right.cents);
    if (left.kind === 'count' && right.kind === 'count') return this.count({ label, source }, left.count - right.count);
    throw new TypeError(`${label}: a difference needs two amounts or two counts`);
  }

  /** One amount or count as a share of another. Null when the whole is zero. */
  partOf(label: string, part: CitedFact, whole: CitedFact): CitedFact | null {
    const [numerator, denominator] = [factSize(part), factSize(whole)];
    if (denominator === 0) return null;
    return this.share({ label, source: `${part.fact.id} ÷ ${whole.fact.id}` }, numerator / denominator);
  }

  /** An amount divided by a count, rounded to the cent. */
  average(label: string, total: CitedFact, of: CitedFact): CitedFact {
    const source = `${total.fact.id} ÷ ${of.fact.id}, rounded to the cent`;
    return this.money({ label, source }, Math.round(factSize(total) / factSize(of)));
  }

  /** Growth since `before`, such as 0.25 for a 25% increase. Null when `before` is zero. */
  change(label: string, now: CitedFact, before: CitedFact): CitedFact | null {
    const base = factSize(before);
    if (base === 0) return null;
    return this.share(
      { label, source: `(${now.fact.id} − ${before.fact.id}) ÷ ${before.fact.id}` },
      (factSize(now) - base) / Math.abs(base),
    );
  }

  entryCompany(name: string): CitedFact {
    return this.from('Company in the entries').company('Company', name);
  }

  /**
   * Facts from one source. A period, or the last day of the ledger, is appended to the label and the source.
   */
  from(source: string, days?: Period | Day): FactRecorder<string> {
    return new FactRecorder((label, value) => this.record(describeFact(label, source, days), value));
  }
}

/** Such as "Credits, Jul 22 to Aug 20, 2026" from "Daily totals, 2026-07-22 to 2026-08-20". */
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
  if (value.kind === 'money') return value.cents;
  if (value.kind === 'count') return value.count;
  throw new TypeError(`${label}: neither an amount nor a count`);
}

/** The value in cents, or a count, a share (0.125 for 12.5%) or a number; null for days, months and names. */
export function numberOf(value: FactValue): number | null {
  if (value.kind === 'money') return value.cents;
  if (value.kind === 'count') return value.count;
  if (value.kind === 'share') return value.share;
  return value.kind === 'number' ? value.number : null;
}
