/**
 * A written report as it is stored, shown and printed: sections of blocks, whose words are tied to the facts they state.
 */

/** What a fact is. Cents are integers; a share of 0.125 is 12.5 %; months are "2026-08", days "2026-08-03". */
export type FactValue =
  | { kind: 'money'; cents: number }
  | { kind: 'count'; count: number }
  /** With digits: as many decimals of the percentage, where it must be seen above a limit. */
  | { kind: 'share'; share: number; digits?: number }
  /** A plain number with a unit in words, "3.4 alerts a day". */
  | { kind: 'number'; number: number; digits: number }
  | { kind: 'day'; day: string }
  | { kind: 'month'; month: string }
  /** A name of the ledger. A model is told members as "Member 1"; companies by their name. */
  | { kind: 'name'; name: string; of: 'member' | 'company' | 'account' | 'other' };

/** One number, day or name that was computed before a word was written. */
export interface Fact {
  /** "F12", counted within the report. */
  id: string;
  /** What it is, in words: "Total credits, Jul 22 to Aug 20, 2026". */
  label: string;
  value: FactValue;
  /** Where it comes from, for people: the query in words with its parameters, or how it is computed from other facts ("F3 − F4"). */
  source: string;
}

/** A piece of text. With `fact`: it states that fact. With `unbound`: a number, day or name that no fact has. */
export interface Span {
  text: string;
  fact?: string;
  unbound?: true;
  /** Emphasis; the writers use it for what a reader in a hurry must see. */
  strong?: true;
}

export type ChartUnit = 'money' | 'count' | 'share';

export interface ReportChart {
  title: string;
  type: 'line' | 'bar';
  /** What stands along the axis: months, companies. */
  categories: string[];
  /** Money in cents. As many values as categories. */
  series: { name: string; values: number[] }[];
  unit: ChartUnit;
}

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | {
      kind: 'table';
      caption: string;
      columns: { label: string; align: 'left' | 'right' }[];
      rows: Span[][];
    }
  | { kind: 'chart'; chart: ReportChart }
  /** Alerts behind a risk, by id, so that the screen can lead to them. */
  | { kind: 'alerts'; alertIds: number[] };

export interface ReportSection {
  title: string;
  blocks: Block[];
}

export interface ReportDocument {
  /** One or two sentences: what the reader should take away. */
  headline: Span[];
  sections: ReportSection[];
}
