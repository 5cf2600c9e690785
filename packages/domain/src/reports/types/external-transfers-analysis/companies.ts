import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { noted } from '../../topics/noted.ts';
import { section } from '../../topics/sections.ts';
import { companyWord, routeWord, statedTransfers } from '../../topics/transfers/stated-transfers.ts';
import type { TransferCompany, Transfers } from '../../topics/transfers/transfers.ts';
import { oneMember, reasons } from './reasons.ts';

const MOST_COMPANIES = 8;

/** By company: who changed most, or who is largest where nothing can be compared. */
export function changedSection(
  { companies, changed }: Transfers,
  context: ReportContext,
): ReportSection | null {
  if (companies.length === 0) return null;
  const whole = statedTransfers(companies, 'External transfers', context).out;
  const isCompared = whole.before !== null;
  const moved = ({ outCents, outBeforeCents }: TransferCompany) => Math.abs(outCents - outBeforeCents);
  const ordered = isCompared
    ? companies.filter((company) => moved(company) > 0).toSorted((left, right) => moved(right) - moved(left))
    : companies.filter(({ outCents }) => outCents > 0);
  if (ordered.length === 0) return null;
  const rows = ordered.slice(0, MOST_COMPANIES).map((company) => ({
    name: companyWord(company, context),
    route: routeWord(company.route, context),
    ...statedTransfers([company], `Transfers through ${company.company}`, context),
  }));
  const more = context.sheet.count(
    noted('Further companies with transfers out', 'Companies beyond those listed', context.asked.period),
    ordered.length - rows.length,
  );
  const right = (label: string) => ({ label, align: 'right' as const });
  return section(
    isCompared ? 'What changed, and why' : 'The largest companies',
    isCompared ? paragraph(reasons(companies, context), oneMember(companies, changed, context)) : null,
    table(
      isCompared ? 'Largest changes of transfers out, by company' : 'Largest transfers out, by company',
      [
        { label: 'Company', align: 'left' },
        { label: 'Way', align: 'left' },
        right('Out'),
        ...(isCompared ? [right('Out before'), right('Difference')] : []),
        right('In'),
      ],
      rows.map(({ name, route, out, in: into }) =>
        out.before === null
          ? [name, route, out.now, into.now]
          : [
              name,
              route,
              out.now,
              out.before,
              context.sheet.difference(`${out.label}, difference`, out.now, out.before),
              into.now,
            ],
      ),
    ),
    ordered.length === rows.length
      ? null
      : paragraph(
          isCompared
            ? prose`${counted(more, 'further company', 'further companies')} changed by less.`
            : prose`${counted(more, 'further company', 'further companies')} had less.`,
        ),
  );
}
