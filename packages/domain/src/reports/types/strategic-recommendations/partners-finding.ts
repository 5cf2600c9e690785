import { mayBeEmployer } from '../../../companies/counterparty.ts';
import { enumerated, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { noted } from '../../topics/noted.ts';
import type { Finding } from './finding.ts';
import type { StrategicData } from './strategic-data.ts';

const MOST = 5;
const MOST_NAMED = 3;

/** Companies with which it pays to talk about their staff. Null for none. */
export function partnersFinding(
  { partners }: StrategicData,
  { asked, sheet }: ReportContext,
): Finding | null {
  const shown = partners.filter(({ company }) => mayBeEmployer(company)).slice(0, MOST);
  if (shown.length === 0) return null;
  const name = (company: string) => sheet.company({ label: 'Company', source: 'List of companies' }, company);
  const named = enumerated(shown.slice(0, MOST_NAMED).map(({ company }) => name(company)));
  return {
    title: 'Where members can come from',
    lead: prose`${named} ${shown.length === 1 ? 'pays several members' : 'pay several members each'}, regularly and without a risk flag.`,
    said: prose`Whoever employs members employs people who could become members.`,
    action: prose`Business development: ask ${named} to name the institution to their other staff.`,
    measure: prose`the number of new members whom these companies pay`,
    blocks: [
      table(
        'Companies by partnership score',
        [
          { label: 'Company', align: 'left' },
          { label: 'Score', align: 'right' },
          { label: 'Members', align: 'right' },
          { label: 'Credits in the period', align: 'right' },
        ],
        shown.map(({ company, score, members, cents }) => [
          name(company),
          sheet.number({ label: `Partnership score of ${company}`, source: 'List of companies' }, score, 0),
          sheet.count(
            { label: `Members of ${company}`, source: 'Accounts with entries of the company' },
            members,
          ),
          sheet.money(
            noted(`Credits of ${company}`, 'Credits in the daily totals of companies', asked.period),
            cents,
          ),
        ]),
      ),
    ],
  };
}
