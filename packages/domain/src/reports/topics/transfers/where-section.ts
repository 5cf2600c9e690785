import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { noted } from '../noted.ts';
import { changeOf } from '../pair-words.ts';
import { chartOf, section } from '../sections.ts';
import { byRoute, routeWord, statedTransfers } from './stated-transfers.ts';
import { ROUTE_LABELS } from './transfer-route.ts';
import type { Transfers } from './transfers.ts';

/** By which ways money went and came, against the period before. */
export function whereSection(transfers: Transfers, context: ReportContext): ReportSection | null {
  const rows = byRoute(transfers).map(({ route, companies }) => ({
    name: routeWord(route, context),
    ...statedTransfers(companies, ROUTE_LABELS[route], context),
  }));
  const isCompared = rows.some(({ out }) => out.before !== null);
  if (rows.length === 0) return null;
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    'Money to and from other institutions',
    table(
      'Transfers by way',
      [
        { label: 'Way', align: 'left' },
        right('Out'),
        ...(isCompared ? [right('Out before'), right('Change')] : []),
        right('In'),
        ...(isCompared ? [right('In before'), right('Change')] : []),
      ],
      rows.map(({ name, out, in: into }) =>
        isCompared
          ? [
              name,
              out.now,
              out.before,
              changeOf(context.sheet, out),
              into.now,
              into.before,
              changeOf(context.sheet, into),
            ]
          : [name, out.now, into.now],
      ),
    ),
    unstatedParagraph(transfers, context),
    chartOf({
      title: 'Transfers of the period by way',
      type: 'bar',
      unit: 'money',
      categories: rows.map(({ name }) => name),
      series: [
        { name: 'Out', values: rows.map(({ out }) => out.now) },
        { name: 'In', values: rows.map(({ in: into }) => into.now) },
      ],
    }),
  );
}

/** What no way holds, so that readers see how much of the money is not classified; null where everything is. */
function unstatedParagraph({ unstated }: Transfers, { asked, sheet }: ReportContext) {
  const money = (what: keyof Transfers['unstated'], label: string, source: string) => {
    const { outCents, inCents } = unstated[what];
    if (outCents + inCents === 0) return null;
    const out = sheet.money(noted(`${label}, out`, `Debits ${source}`, asked.period), outCents);
    const into = sheet.money(noted(`${label}, in`, `Credits ${source}`, asked.period), inCents);
    return prose`${out} out and ${into} in`;
  };
  const institutions = money(
    'institutions',
    'Banks and brokers, purpose not stated',
    'of banks and brokers whose description does not say what they are for',
  );
  const unknown = money(
    'unknown',
    'Counterparty type and purpose unknown',
    'of companies that neither their name nor the description tells',
  );
  if (institutions === null && unknown === null) return null;
  return paragraph(
    institutions === null
      ? null
      : prose`Entries of banks and brokers that do not say what they are for are in no sum of transfers: ${institutions}.`,
    unknown === null
      ? null
      : prose`Counterparty type and purpose unknown, and in no sum of transfers: ${unknown}.`,
  );
}
