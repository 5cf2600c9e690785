import type { Span } from '@clearwatch/contracts/ai-reports';
import type { Cents } from '../../money/cents.ts';
import { changePhrase, differenceFact, isComparable } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { actionsSection, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
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
  sumOfTransfers,
  type TransferCompany,
  type TransferSender,
  type Transfers,
  transferFacts,
  transferRoutesSection,
} from '../sections/transfer-sections.ts';

/** A sender is named when they sent this many times as much as before, and at least this amount. */
const RAISED_RATIO = 2;
const MIN_RAISED_CENTS: Cents = 200_000;
/** Net outflow to one bank from which the report asks for a reason. */
const MIN_NET_OUTFLOW_CENTS: Cents = 100_000;

function increasedSenderAction({ senders }: Transfers, context: ReportContext): Span[] | null {
  const isRaised = ({ outCents, outBeforeCents }: TransferSender) =>
    outCents >= MIN_RAISED_CENTS && outCents >= RAISED_RATIO * outBeforeCents;
  const raised = isComparable(context.scope) ? senders.find(isRaised) : undefined;
  if (raised === undefined) return null;
  const { out, mostTo } = senderFacts(raised, context);
  const before = raised.outBeforeCents === 0 || out.before === null ? 'none' : compactWithoutSign(out.before);
  return prose`Fraud analysts: look at ${memberPhrase(context.sheet, raised.member)}, who sent ${compactWithoutSign(out.now)} after ${before} in the period before, mostly to ${mostTo}; ask whether the member sent it.`;
}

function firstExchangeAction({ firstUse }: Transfers, context: ReportContext): Span[] | null {
  const crypto = firstUse.find(({ route }) => route === 'crypto');
  if (crypto === undefined || crypto.now === 0 || !isComparable(context.scope)) return null;
  const members = context.sheet
    .from('Accounts whose first entry with a company of this way is dated', context.scope.period)
    .count('First use, Cryptocurrency exchanges', crypto.now);
  return prose`Member services: call ${crypto.now === 1 ? 'the member' : prose`the ${members} members`} who paid a cryptocurrency exchange for the first time; payments that somebody talked a member into begin so.`;
}

function sanctionsAction({ international }: Transfers, context: ReportContext): Span[] | null {
  if (international.entries === 0) return null;
  const entries = context.sheet
    .from('Entries of class IAT that moved money', context.scope.period)
    .count('International entries', international.entries);
  return prose`Compliance: confirm that ${international.entries === 1 ? 'the international entry was' : prose`the ${entries} international entries were`} screened for sanctions before posting, as IAT entries have to be.`;
}

/** Members may move deposits to a bank for its rate. */
function netOutflowAction({ companies }: Transfers, context: ReportContext): Span[] | null {
  const [largest] = companies
    .filter(({ route }) => route === 'bank')
    .toSorted((left, right) => right.outCents - right.inCents - (left.outCents - left.inCents));
  if (largest === undefined || largest.outCents - largest.inCents < MIN_NET_OUTFLOW_CENTS) return null;
  const net = netOutflowFact(largest, context);
  const name = context.sheet.entryCompany(largest.company);
  return prose`Management: compare the own savings rates with those of ${name}, to which ${compactWithoutSign(net)} more went than came back.`;
}

const MAX_NAMED_COMPANIES = 3;
/** Parts of the whole change from which a company, or one member, is named as a reason. */
const MIN_COMPANY_PART = 0.1;
const MIN_MEMBER_PART = 0.25;

/** Which companies made transfers out change, in which direction. Empty where nothing can be compared. */
function transferChangeReasons(companies: readonly TransferCompany[], context: ReportContext): Span[] {
  const { out } = transferFacts(companies, 'External transfers', context);
  if (out.before === null) return [];
  const whole = context.sheet.difference('External transfers out, difference', out.now, out.before);
  const cents = factSize(whole);
  if (cents === 0) return prose`As much left as in the period before.`;
  const partOf = ({ outCents, outBeforeCents }: TransferCompany) => (outCents - outBeforeCents) / cents;
  const wordsOf = (company: TransferCompany) => {
    const cited = transferFacts([company], `Transfers through ${company.company}`, context).out;
    const difference = differenceFact(context.sheet, cited) ?? cited.now;
    return prose`${context.sheet.entryCompany(company.company)} (${factSize(difference) > 0 ? 'plus' : 'minus'} ${compactWithoutSign(difference)}${company.outBeforeCents === 0 ? ', nothing before' : ''})`;
  };
  const pushing = companies
    .filter((company) => partOf(company) >= MIN_COMPANY_PART)
    .toSorted((left, right) => partOf(right) - partOf(left));
  const pulling = companies
    .filter((company) => partOf(company) <= -MIN_COMPANY_PART)
    .toSorted((left, right) => partOf(left) - partOf(right));
  const way = cents > 0 ? 'more' : 'less';
  const why =
    pushing.length === 0
      ? prose`many companies changed a little`
      : prose`mostly through ${joinWithAnd(pushing.slice(0, MAX_NAMED_COMPANIES).map(wordsOf))}`;
  const against =
    pulling.length === 0
      ? prose`.`
      : prose`; the other way went ${joinWithAnd(pulling.slice(0, MAX_NAMED_COMPANIES).map(wordsOf))}.`;
  return prose`${compactWithoutSign(whole)} ${way} left than in the period before, ${why}${against}`;
}

/** One member behind much of the change; null when there is none. */
function dominantMemberReason(
  companies: readonly TransferCompany[],
  [first]: readonly TransferSender[],
  context: ReportContext,
): Span[] | null {
  const whole = sumOfTransfers(companies, 'outCents') - sumOfTransfers(companies, 'outBeforeCents');
  if (first === undefined || whole === 0) return null;
  const own = first.outCents - first.outBeforeCents;
  if (own / whole < MIN_MEMBER_PART) return null;
  const { out } = senderFacts(first, context);
  const difference = differenceFact(context.sheet, out);
  if (difference === null) return null;
  return prose`A single member, ${memberPhrase(context.sheet, first.member)}, sent ${compactWithoutSign(difference)} ${own > 0 ? 'more' : 'less'}.`;
}

const MAX_TRANSFER_COMPANIES = 8;

function transferChangesSection({ companies, changed }: Transfers, context: ReportContext) {
  if (companies.length === 0) return null;
  const whole = transferFacts(companies, 'External transfers', context).out;
  const isCompared = whole.before !== null;
  const moved = ({ outCents, outBeforeCents }: TransferCompany) => Math.abs(outCents - outBeforeCents);
  const ordered = isCompared
    ? companies.filter((company) => moved(company) > 0).toSorted((left, right) => moved(right) - moved(left))
    : companies.filter(({ outCents }) => outCents > 0);
  if (ordered.length === 0) return null;
  const rows = ordered.slice(0, MAX_TRANSFER_COMPANIES).map((company) => ({
    name: context.sheet.entryCompany(company.company),
    route: routeFact(company.route, context),
    ...transferFacts([company], `Transfers through ${company.company}`, context),
  }));
  const more = context.sheet
    .from('Companies beyond those listed', context.scope.period)
    .count('Further companies with transfers out', ordered.length - rows.length);
  return section(
    isCompared ? 'What changed, and why' : 'The largest companies',
    isCompared
      ? paragraph(
          transferChangeReasons(companies, context),
          dominantMemberReason(companies, changed, context),
        )
      : null,
    table(
      isCompared ? 'Largest changes of transfers out, by company' : 'Largest transfers out, by company',
      [
        'Company',
        'Way',
        right('Out'),
        isCompared && right('Out before'),
        isCompared && right('Difference'),
        right('In'),
      ],
      rows.map(({ name, route, out, in: into }) => [
        name,
        route,
        out.now,
        isCompared && out.before,
        isCompared && differenceFact(context.sheet, out),
        into.now,
      ]),
    ),
    ordered.length === rows.length
      ? null
      : paragraph(
          isCompared
            ? prose`${withNoun(more, 'further company', 'further companies')} changed by less.`
            : prose`${withNoun(more, 'further company', 'further companies')} had less.`,
        ),
  );
}

export interface ExternalTransfersData {
  flows: Flows;
  transfers: Transfers;
  /** High alerts of the period among whose entries are transfers, the open and the largest first. */
  alerts: readonly ReportedAlert[];
}

export const externalTransfersAnalysis: ReportComposer<ExternalTransfersData> = {
  type: 'external_transfers_analysis',
  purpose: 'Money that members move to and from other banks, payment apps, exchanges and other countries.',
  compose(data, context) {
    const { transfers, alerts, flows } = data;
    const open = alerts.find(({ reviewed }) => !reviewed);
    return reportOf(headline(data, context), [
      transferRoutesSection(transfers, context),
      transferChangesSection(transfers, context),
      sendersSection(transfers, context),
      firstUseSection(transfers, context),
      internationalTransfersSection(transfers, context),
      risksSection(
        {
          sentence: prose`Alerts of high risk in the period that rest on transfers among other entries. Each is a possible pattern until somebody has decided it.`,
          caption: 'Alerts of high risk with transfers among their entries',
        },
        alerts,
        context,
      ),
      actionsSection([
        open === undefined
          ? null
          : prose`Fraud analysts: review ${alertPhrase(open, context)}; transfers are among its entries.`,
        increasedSenderAction(transfers, context),
        firstExchangeAction(transfers, context),
        sanctionsAction(transfers, context),
        netOutflowAction(transfers, context),
      ]),
      dataLimitsSection(
        flows,
        [
          prose`Each entry is judged by its company’s name and its own description, by the table of counterparties. Payments of cards and loans, wages, and what card processors settle are no transfers; what neither name nor description tells is shown as unknown. Wires, checks and cash are not in the ledger.`,
        ],
        context,
      ),
    ]);
  },
};

function headline({ transfers, flows }: ExternalTransfersData, context: ReportContext): Span[] {
  const { companies } = transfers;
  if (companies.length === 0)
    return prose`No money moved between members and other banks, payment apps or exchanges.`;
  const { out, in: into } = transferFacts(companies, 'External transfers', context);
  const { debits, credits } = flowFacts(flows, context);
  const outPart = context.sheet.partOf('Part of all debits that left by transfer', out.now, debits.now);
  const inPart = context.sheet.partOf('Part of all credits that came by transfer', into.now, credits.now);
  return sentences(
    prose`${strong('Transfers out')} ${changePhrase(context.sheet, out)}${outPart === null ? '' : prose`, ${outPart} of all debits`}; transfers in ${changePhrase(context.sheet, into)}${inPart === null ? '' : prose`, ${inPart} of all credits`}.`,
    netSentence(transfers, context),
  );
}

function netSentence({ companies }: Transfers, context: ReportContext): Span[] | null {
  const { out, in: into } = transferFacts(companies, 'External transfers', context);
  const net = context.sheet.difference('External transfers, out less in', out.now, into.now);
  const cents = net.fact.value.kind === 'money' ? net.fact.value.cents : 0;
  if (cents === 0) return null;
  return cents > 0
    ? prose`On balance ${compactWithoutSign(net)} left the institution.`
    : prose`On balance ${compactWithoutSign(net)} came to the institution.`;
}
