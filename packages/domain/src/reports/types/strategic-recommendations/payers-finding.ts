import type { Block } from '@clearwatch/contracts/reports/report-document';
import { isPublicPayer } from '../../../companies/counterparty.ts';
import { type Stated, sizeOf } from '../../fact-sheet.ts';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { concentrationSentences } from '../../topics/members/concentration-told.ts';
import { noted } from '../../topics/noted.ts';
import { chartOf } from '../../topics/sections.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import type { Finding } from './finding.ts';
import type { Payer, StrategicData } from './strategic-data.ts';

/** From this part of all credits on an institution depends on a payer. */
const DEPENDS_FROM = 0.2;
/** Of fewer credits one payer always has a large part. */
const LEAST_CREDITS = 20;
const SOURCE = 'Credits in the daily totals of companies';

/** Whether credits rest on few payers. Null where no payer has weight. */
export function payersFinding(
  { flows, payers, concentration }: StrategicData,
  context: ReportContext,
): Finding | null {
  const { asked, sheet } = context;
  const credits = statedFlows(flows, context).credits.now;
  const [first] = payers;
  const all = sizeOf(credits);
  if (first === undefined || all === 0 || first.cents < DEPENDS_FROM * all) return null;
  if (flows.now.credits < LEAST_CREDITS) return null;
  const money = (payer: Payer) =>
    sheet.money(noted(`Credits of ${payer.company}`, SOURCE, asked.period), payer.cents);
  const part = (payer: Payer) => sheet.partOf(`Part of all credits, ${payer.company}`, money(payer), credits);
  const name = sheet.company({ label: 'Company', source: 'Company of the entries' }, first.company);
  const together = sheet.money(
    noted('Credits of the largest payers together', SOURCE, asked.period),
    payers.reduce((sum, { cents }) => sum + cents, 0),
  );
  const count = sheet.count(
    { label: 'Largest payers that are added up', source: 'Payers of this report' },
    payers.length,
  );
  const isPublic = isPublicPayer(first.company);
  return {
    title: 'Money that rests on few payers',
    lead: prose`${name} brings ${part(first) ?? ''} of all credits.`,
    said: sentences(
      payers.length < 2
        ? null
        : prose`The ${counted(count, 'largest payer')} together bring ${sheet.partOf('Part of all credits, largest payers', together, credits) ?? ''}.`,
      isPublic
        ? prose`It is a public payer: its payments are safe, but they come on few days, and members expect them on the day.`
        : prose`Should it move its payments elsewhere, the pay of its members goes with it.`,
      concentrationSentences(concentration, context),
    ),
    action: isPublic
      ? prose`Finance: plan liquidity around the paying days of ${name}, and have ACH operations watch that its files arrive.`
      : prose`Business development: agree with ${name} on keeping its payments here, and win further payers beside it.`,
    measure: isPublic
      ? prose`no paying day of ${name} without its entries`
      : prose`the part that ${name} has of all credits, from ${part(first) ?? ''} down`,
    blocks: [
      ...payersChart(payers, money),
      table(
        'Largest payers',
        [
          { label: 'Company', align: 'left' },
          { label: 'Credits', align: 'right' },
          { label: 'Part of all', align: 'right' },
          { label: 'Members', align: 'right' },
        ],
        payers.map((payer) => [
          sheet.company({ label: 'Company', source: 'Company of the entries' }, payer.company),
          money(payer),
          part(payer),
          sheet.count(
            { label: `Members of ${payer.company}`, source: 'Accounts with entries of the company' },
            payer.members,
          ),
        ]),
      ),
    ],
  };
}

function payersChart(payers: readonly Payer[], money: (payer: Payer) => Stated): Block[] {
  const chart = chartOf({
    title: 'Credits of the largest payers',
    type: 'bar',
    unit: 'money',
    categories: payers.map(({ company }) => company),
    series: [{ name: 'Credits', values: payers.map(money) }],
  });
  return chart === null ? [] : [chart];
}
