import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { growthFact, type PeriodPair } from '../compared-facts.ts';
import type { FactSheet } from '../fact-sheet.ts';
import { actionsSection, type TableCell } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import type { Flows } from '../sections/money-flow-sections.ts';

type Part<Data, Result> = (data: Data, context: ReportContext) => Result;
type Optional<T> = T | null | undefined | false;
type SectionPart<Data> = Part<Data, Optional<ReportSection> | readonly Optional<ReportSection>[]>;

/** The parts of a report in reading order; absent sections and actions are omitted. */
interface ReportParts<Data> extends Omit<ReportComposer<Data>, 'compose'> {
  headline: Part<Data, Span[]>;
  sections: readonly SectionPart<Data>[];
  actions: readonly Part<Data, Optional<Span[] | readonly Optional<Span[]>[]>>[];
  afterActions?: readonly SectionPart<Data>[];
  /** Explains how the figures are computed and what they cannot show. */
  method?: Part<Data, readonly Optional<Span[]>[]>;
}

export function reportType<Data extends { flows: Flows }>(parts: ReportParts<Data>): ReportComposer<Data> {
  const { type, purpose, headline, sections, actions, afterActions = [], method = () => [] } = parts;
  return {
    type,
    purpose,
    compose(data, context) {
      const sectionsOf = (list: readonly SectionPart<Data>[]) =>
        list.flatMap((part) => part(data, context) || []).map((found) => found || null);
      return reportOf(headline(data, context), [
        ...sectionsOf(sections),
        actionsSection(actions.flatMap((part) => actionsOf(part(data, context)))),
        ...sectionsOf(afterActions),
        dataLimitsSection(
          data.flows,
          method(data, context).map((item) => item || []),
          context,
        ),
      ]);
    },
  };
}

function actionsOf(found: Optional<Span[] | readonly Optional<Span[]>[]>): (Span[] | null)[] {
  if (!found) return [];
  const [first] = found;
  const isOne = typeof first === 'object' && first !== null && 'text' in first;
  return isOne ? [found as Span[]] : (found as readonly Optional<Span[]>[]).map((action) => action || null);
}

/** Blocks that describe rows; empty without rows. */
export const whenAny = (rows: readonly unknown[], ...blocks: (Block | null)[]) => (rows.length === 0 ? [] : blocks);

/**
 * A figure's cell for the period and, with a comparison, the cells for the previous period and the change.
 */
export const pairCells = (sheet: FactSheet, pair: PeriodPair, changeFact = growthFact): (TableCell | false)[] =>
  pair.before === null ? [pair.now, false, false] : [pair.now, pair.before, changeFact(sheet, pair)];
