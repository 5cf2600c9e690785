import type { Span } from '@clearwatch/contracts/ai-reports';
import { changePhrase, differenceFact, isComparable } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, joinWithAnd, prose, sentences, strong, withNoun } from '../report-sentences.ts';
import { alertPhrase, type ReportedAlert } from '../sections/alert-facts.ts';
import { risksSection } from '../sections/alert-sections.ts';
import { memberPhrase } from '../sections/member-figures.ts';
import { type Flows, flowFacts } from '../sections/money-flow-sections.ts';
import {
  firstUseSection,
  internationalTransfersSection,
  netOutflowFact,
  routeFact,
  senderFacts,
  sendersSection,
  type TransferCompany,
  type Transfers,
  transferFacts,
  transferRoutesSection,
} from '../sections/transfer-sections.ts';
import { pairCells, reportType } from './report-type.ts';

/**
 * A sender is named only if they sent at least this many times the previous amount and at least this many
 * cents.
 */
const RAISED_RATIO = 2;
const MIN_RAISED_CENTS = 200_000;
/** Minimum net outflow to one bank, in cents, for the report to recommend an action. */
const MIN_NET_OUTFLOW_CENTS = 100_000;
/** Minimum shares of the total change for a company or a member to be named as a reason. */
const MIN_COMPANY_PART = 0.1;
const MIN_MEMBER_PART = 0.25;
const MAX_TRANSFER_COMPANIES = 8;
const MAX_NAMED_COMPANIES = 3;

export interface ExternalTransfersData {
  flows: Flows;
  transfers: Transfers;
  /** High-risk alerts in the period whose entries include transfers, open alerts first, then by amount. */
  alerts: readonly ReportedAlert[];
}

const changeCents = ({ outCents, outBeforeCents }: TransferCompany) => outCents - outBeforeCents;

export const externalTransfersAnalysis = reportType<ExternalTransfersData>({
  type: 'external_transfers_analysis',
  purpose:
    'Money that members move to and from other banks, payment apps, cryptocurrency exchanges and other countries.',
  headline({ transfers: { companies }, flows }, context) {
    if (companies.length === 0)
      return prose`No money moved between members and other banks, payment apps or exchanges.`;
    const { sheet } = context;
    const { out, in: into } = transferFacts(companies, 'External transfers', context);
    const { debits, credits } = flowFacts(flows, context);
    const outPart = sheet.partOf('Share of all debits that were transfers out', out.now, debits.now);
    const inPart = sheet.partOf('Share of all credits that were transfers in', into.now, credits.now);
    const moved = prose`${strong('Transfers out')} ${changePhrase(sheet, out)}${outPart === null ? '' : prose` (${outPart} of all debits)`}; transfers in ${changePhrase(sheet, into)}${inPart === null ? '' : prose` (${inPart} of all credits)`}.`;
    const net = sheet.difference('External transfers, out less in', out.now, into.now);
    if (factSize(net) === 0) return moved;
    const way = factSize(net) > 0 ? 'outflow' : 'inflow';
    return sentences(moved, prose`The net ${way} was ${compactWithoutSign(net)}.`);
  },
  sections: [
    ({ transfers }, context) => transferRoutesSection(transfers, context),
    changesSection,
    ({ transfers }, context) => sendersSection(transfers, context),
    ({ transfers }, context) => firstUseSection(transfers, context),
    ({ transfers }, context) => internationalTransfersSection(transfers, context),
    ({ alerts }, context) =>
      risksSection(
        {
          sentence: prose`The table lists the high-risk alerts in the period with transfers among their entries. Each is a possible pattern until it has been reviewed.`,
          caption: 'High-risk alerts with transfers among their entries',
        },
        alerts,
        context,
      ),
  ],
  actions: [
    ({ alerts }, context) => {
      const open = alerts.find(({ reviewed }) => !reviewed);
      return open && prose`Fraud analysts: review ${alertPhrase(open, context)}; its entries include transfers.`;
    },
    ({ transfers: { senders } }, context) => {
      const raised = senders.find(
        ({ outCents, outBeforeCents }) => outCents >= Math.max(MIN_RAISED_CENTS, RAISED_RATIO * outBeforeCents),
      );
      if (raised === undefined || !isComparable(context.scope)) return null;
      const { out, mostTo } = senderFacts(raised, context);
      const before = raised.outBeforeCents === 0 || out.before === null ? 'none' : compactWithoutSign(out.before);
      return prose`Fraud analysts: review ${memberPhrase(context.sheet, raised.member)}, who sent ${compactWithoutSign(out.now)}, up from ${before} in the previous period, mostly to ${mostTo}; confirm that the member authorized it.`;
    },
    ({ transfers: { firstUse } }, { scope, sheet }) => {
      const now = firstUse.find(({ route }) => route === 'crypto')?.now ?? 0;
      if (now === 0 || !isComparable(scope)) return null;
      const source = 'Accounts with their first entry through this channel';
      const members = sheet.from(source, scope.period).count('First use, cryptocurrency exchanges', now);
      return prose`Member services: call ${now === 1 ? 'the member' : prose`the ${members} members`} who used a cryptocurrency exchange for the first time; scams that talk members into making payments often start this way.`;
    },
    ({ transfers: { international } }, { scope, sheet }) => {
      if (international.entries === 0) return null;
      const source = sheet.from('IAT entries that moved money', scope.period);
      const entries = source.count('International entries', international.entries);
      return prose`Compliance: confirm that ${international.entries === 1 ? 'the international entry was' : prose`the ${entries} international entries were`} screened for sanctions before posting, as required for IAT entries.`;
    },
    // Members may be moving deposits to a bank that pays a higher rate.
    ({ transfers: { companies } }, context) => {
      const netOut = ({ outCents, inCents }: TransferCompany) => outCents - inCents;
      const banks = companies.filter(({ route }) => route === 'bank');
      const [largest] = banks.toSorted((left, right) => netOut(right) - netOut(left));
      if (largest === undefined || netOut(largest) < MIN_NET_OUTFLOW_CENTS) return null;
      const net = netOutflowFact(largest, context);
      return prose`Management: compare the credit union’s savings rates with those of ${context.sheet.entryCompany(largest.company)}, which received ${compactWithoutSign(net)} more from members than it sent back.`;
    },
  ],
  method: () => [
    prose`Each entry is classified by its company name and description, using the counterparty table. Card and loan payments, wages and card processor settlements are not transfers; entries that neither name nor description identifies are shown as unknown. Wires, checks and cash are not in the ledger.`,
  ],
});

function changesSection({ transfers: { companies, changed } }: ExternalTransfersData, context: ReportContext) {
  const { scope, sheet } = context;
  const isCompared = isComparable(scope);
  const moved = (company: TransferCompany) => Math.abs(changeCents(company));
  const ordered = isCompared
    ? companies.filter((company) => moved(company) > 0).toSorted((left, right) => moved(right) - moved(left))
    : companies.filter(({ outCents }) => outCents > 0);
  if (ordered.length === 0) return null;
  const rows = ordered.slice(0, MAX_TRANSFER_COMPANIES).map((company) => ({
    name: sheet.entryCompany(company.company),
    route: routeFact(company.route, context),
    ...transferFacts([company], `Transfers through ${company.company}`, context),
  }));
  const { count } = sheet.from('Companies beyond those listed', scope.period);
  const more = count('Other companies with transfers out', ordered.length - rows.length);
  return section(
    isCompared ? 'What changed, and why' : 'Largest companies',
    isCompared ? paragraph(changeReasons(companies, context), memberReason(companies, changed, context)) : null,
    table(
      isCompared ? 'Largest changes in transfers out, by company' : 'Largest transfers out, by company',
      ['Company', 'Channel', right('Out'), right('Previous out'), right('Difference'), right('In')],
      rows.map(({ name, route, out, in: into }) => [name, route, ...pairCells(sheet, out, differenceFact), into.now]),
    ),
    ordered.length === rows.length
      ? null
      : paragraph(
          prose`${withNoun(more, 'other company', 'other companies')} ${isCompared ? 'changed by' : 'had'} smaller amounts.`,
        ),
  );
}

/** Companies responsible for the change in transfers out, by direction. */
function changeReasons(companies: readonly TransferCompany[], context: ReportContext): Span[] | null {
  const { sheet } = context;
  const { out } = transferFacts(companies, 'External transfers', context);
  if (out.before === null) return null;
  const whole = sheet.difference('External transfers out, difference', out.now, out.before);
  const cents = factSize(whole);
  if (cents === 0) return prose`Transfers out did not change from the previous period.`;
  const reasons = (sign: 1 | -1) =>
    companies
      .map((company) => ({ company, part: (sign * changeCents(company)) / cents }))
      .filter(({ part }) => part >= MIN_COMPANY_PART)
      .toSorted((left, right) => right.part - left.part)
      .slice(0, MAX_NAMED_COMPANIES)
      .map(({ company }) => {
        const cited = transferFacts([company], `Transfers through ${company.company}`, context).out;
        const difference = differenceFact(sheet, cited) ?? cited.now;
        return prose`${sheet.entryCompany(company.company)} (${factSize(difference) > 0 ? 'up' : 'down'} ${compactWithoutSign(difference)}${company.outBeforeCents === 0 ? ', none before' : ''})`;
      });
  const [pushing, pulling] = [reasons(1), reasons(-1)];
  const why =
    pushing.length === 0 ? 'with small changes at many companies' : prose`mostly through ${joinWithAnd(pushing)}`;
  const against = pulling.length === 0 ? '' : prose`, partly offset by ${joinWithAnd(pulling)}`;
  return prose`${compactWithoutSign(whole)} ${cents > 0 ? 'more' : 'less'} went out than in the previous period, ${why}${against}.`;
}

/** A single member responsible for much of the change; null when there is none. */
function memberReason(
  companies: readonly TransferCompany[],
  [first]: Transfers['changed'],
  context: ReportContext,
): Span[] | null {
  const whole = companies.reduce((sum, company) => sum + changeCents(company), 0);
  if (first === undefined || whole === 0) return null;
  const own = first.outCents - first.outBeforeCents;
  const difference =
    own / whole < MIN_MEMBER_PART ? null : differenceFact(context.sheet, senderFacts(first, context).out);
  return (
    difference &&
    prose`A single member, ${memberPhrase(context.sheet, first.member)}, sent ${compactWithoutSign(difference)} ${own > 0 ? 'more' : 'less'}.`
  );
}
