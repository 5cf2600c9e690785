import type { Block, ReportSection } from '@clearwatch/contracts/reports/report-document';
import { paragraph } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { bankingDaysSentence } from './banking-days.ts';
import type { CompanyChanges } from './company-changes.ts';
import type { Contributions } from './contributions.ts';
import type { Flows } from './flows.ts';
import { moversBlocks } from './movers-table.ts';
import { statedFlows } from './stated-flows.ts';
import type { Direction, MoverKind } from './stated-movers.ts';
import { countAndAverage } from './why-average.ts';
import { whyChanged } from './why-changed.ts';

export interface MoneyData {
  flows: Flows;
  contributions: Contributions;
  changes: CompanyChanges;
}

/** What changed against the period before and why; without one to compare with, where the money came from and went. */
export function whatChangedSection(
  { flows, contributions }: Pick<MoneyData, 'flows' | 'contributions'>,
  lists: readonly { direction: Direction; kind: MoverKind; most: number }[],
  context: ReportContext,
): ReportSection[] {
  const stated = statedFlows(flows, context);
  const isCompared = stated.credits.before !== null;
  const hasMoney = flows.now.credits + flows.now.debits + flows.before.credits + flows.before.debits > 0;
  if (!hasMoney) return [];
  const told: Block[] = isCompared
    ? [
        paragraph(
          whyChanged('credits', { contributions, total: stated.credits }, context),
          countAndAverage('credit', { amount: stated.credits, count: stated.creditCount }, context),
        ),
        paragraph(
          whyChanged('debits', { contributions, total: stated.debits }, context),
          countAndAverage('debit', { amount: stated.debits, count: stated.debitCount }, context),
        ),
        paragraph(bankingDaysSentence(context)),
      ]
    : [];
  const blocks = [
    ...told.filter((block) => block.kind !== 'paragraph' || block.spans.length > 0),
    ...lists.flatMap((list) => moversBlocks(list, { contributions, total: stated[list.direction] }, context)),
  ];
  const title = isCompared ? 'What changed, and why' : 'Where the money came from and went';
  return blocks.length === 0 ? [] : [{ title, blocks }];
}
