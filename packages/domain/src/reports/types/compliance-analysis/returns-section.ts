import type { Block, ReportSection } from '@clearwatch/contracts/reports/report-document';
import { RETURN_RATE_DAYS } from '../../../companies/return-rates.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { companiesAbove, returnReasonsBlocks, returnsSentence } from '../../topics/returns-told.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import type { ComplianceData } from './compliance-data.ts';

const MOST_COMPANIES = 10;

/** Debits that came back, why, and companies above Nacha's levels. */
export function returnsSection(
  { returns, flows }: Pick<ComplianceData, 'returns' | 'flows'>,
  context: ReportContext,
): ReportSection[] {
  const sentence = returnsSentence(returns, statedFlows(flows, context).debitCount.now, context);
  const blocks: Block[] = [
    ...(sentence === null ? [] : [paragraph(sentence)]),
    ...returnReasonsBlocks(returns, context),
    ...aboveBlocks({ returns }, context),
  ];
  return blocks.length === 0 ? [] : [{ title: 'Returned debits', blocks }];
}

function aboveBlocks({ returns }: Pick<ComplianceData, 'returns'>, context: ReportContext): Block[] {
  const above = companiesAbove(returns, context);
  const { sheet } = context;
  const days = sheet.count(
    { label: 'Days that return rates are counted over', source: 'Nacha Operating Rules, return rate levels' },
    RETURN_RATE_DAYS,
  );
  if (above.length === 0)
    return returns.companies.length === 0
      ? []
      : [paragraph(prose`No company is above a return rate level of Nacha over the last ${days} days.`)];
  return [
    paragraph(
      prose`Over the ${days} days up to the end of the ledger ${counted(
        sheet.count(
          { label: 'Companies above a return rate level', source: 'Return rates of companies' },
          above.length,
        ),
        'company is',
        'companies are',
      )} above a return rate level of Nacha. This institution sees only a part of their debits: the ODFI knows the whole rate.`,
    ),
    table(
      'Companies above a return rate level',
      [
        { label: 'Company', align: 'left' },
        { label: 'Returns', align: 'left' },
        { label: 'Number', align: 'right' },
        { label: 'Rate', align: 'right' },
        { label: 'Level', align: 'right' },
      ],
      above
        .flatMap(({ company, rates }) =>
          rates.map(({ name, rate, limit, returns: number }) => [company, name, number, rate, limit]),
        )
        .slice(0, MOST_COMPANIES),
    ),
  ];
}
