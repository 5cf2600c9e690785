import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import type { RiskLevel } from '@clearwatch/contracts/alerts';
import { RETURN_RATE_DAYS } from '../../companies/company-return-rates.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import { detectorOf } from '../../detection/detectors/detector-registry.ts';
import type { Cents } from '../../money/cents.ts';
import { pairComparison, periodPair } from '../compared-facts.ts';
import { factSize } from '../fact-sheet.ts';
import { actionsSection, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { compactWithoutSign, prose, sentences, withNoun } from '../report-sentences.ts';
import {
  type AlertFilter,
  type Alerts,
  type AlertWorkload,
  alertFacts,
  countAlerts,
  dueDayFact,
  isHighRiskGroup,
  isOpenGroup,
  lateAlertsFact,
  SAR_DEADLINE_RULE,
  sarDaysFact,
} from '../sections/alert-facts.ts';
import {
  decisionsSentence,
  reportableAlertsBlocks,
  waitingAlertsBlocks,
} from '../sections/alert-review-sections.ts';
import {
  alertsSentence,
  reviewWaitingAction,
  seriousAlertsBlocks,
  waitingAlertsSentence,
} from '../sections/alert-sections.ts';
import { type Flows, flowFacts } from '../sections/money-flow-sections.ts';
import {
  companiesAboveReturnLimit,
  type Returns,
  returnReasonsBlocks,
  returnsAction,
  returnsSentence,
} from '../sections/return-sections.ts';
import type { Transfers } from '../sections/transfer-sections.ts';

export interface FlaggedCompany {
  company: string;
  riskLevel: RiskLevel;
  flags: string[];
  cents: Cents;
}

export interface ComplianceData {
  flows: Flows;
  alerts: Alerts;
  casework: AlertWorkload;
  returns: Returns;
  international: Transfers['international'];
  flagged: FlaggedCompany[];
  flaggedInAll: number;
  /** Imports in the ledger, and rows of them that were rejected. */
  imports: { imports: number; rejectedRows: number };
}

/** Null when neither period has any. */
export function internationalEntriesPhrase(
  { international }: Pick<ComplianceData, 'international'>,
  { scope, sheet }: ReportContext,
): Span[] | null {
  const { entries, entriesBefore, inCents, outCents, members } = international;
  const source = 'Entries of class IAT';
  const pair = periodPair({ scope, sheet }, 'count', {
    label: 'International entries',
    source: `Count of entries of class IAT`,
    now: entries,
    before: entriesBefore,
  });
  const code = sheet.from('International ACH transactions, Nacha Operating Rules').word('SEC code', 'IAT');
  if (factSize(pair.now) === 0)
    return pair.before === null || factSize(pair.before) === 0
      ? null
      : prose`No international entry (${code}) came, after ${pair.before} in the period before.`;
  const before = pairComparison(sheet, pair);
  const money = (label: string, cents: number) =>
    compactWithoutSign(sheet.from(source, scope.period).money(label, cents));
  const accounts = sheet.from(source, scope.period).count('Members with international entries', members);
  return sentences(
    prose`${withNoun(pair.now, 'international entry', 'international entries')} (${code}) concerned ${withNoun(accounts, 'member')}${before}: ${money('International credits', inCents)} in and ${money('International debits', outCents)} out.`,
    prose`They name the parties abroad so that they can be screened against sanctions lists.`,
  );
}

function flaggedBlocks({ flagged, flaggedInAll }: ComplianceData, { scope, sheet }: ReportContext): Block[] {
  if (flagged.length === 0) return [];
  const source = 'Flags of company analysis';
  const count = sheet.from(source, scope.period).count('Flagged companies with money', flaggedInAll);
  return [
    paragraph(
      prose`${withNoun(count, 'company', 'companies')} that moved money in the period ${flaggedInAll === 1 ? 'is' : 'are'} flagged on ${flaggedInAll === 1 ? 'its' : 'their'} own page.`,
    ),
    table(
      'Flagged companies, the riskiest first',
      ['Company', 'Risk', right('Money in the period'), 'Why'],
      flagged.map(({ company, riskLevel, flags, cents }) => [
        sheet.from(source).company('Company', company),
        riskLevel,
        sheet
          .from('Daily totals of companies', scope.period)
          .money(`Credits and debits of ${company}`, cents),
        sheet.from(source).word(`Flags of ${company}`, flags.join('; ')),
      ]),
    ),
  ];
}

function complianceActions(data: ComplianceData, context: ReportContext): (Span[] | null)[] {
  return [
    nextSarAction(data, context),
    lateAlerts(data, context) ?? reviewWaitingAction(data.casework, context),
    overdueSarAction(data, context),
    returnsAction(data.returns, context),
    sanctionsScreeningAction(data, context),
    flaggedAction(data, context),
  ];
}

/** The alert reviewed as suspicious or escalated whose time ends first after the ledger's newest day. */
export function nextSarAction({ casework }: ComplianceData, context: ReportContext): Span[] | null {
  const next = casework.nextReportable;
  if (next === null) return null;
  const { number, member } = alertFacts(next.alert, context);
  return prose`BSA officer: decide by ${dueDayFact(next, context)} whether alert ${number} (${member}) calls for a suspicious activity report.`;
}

/** The ledger does not know whether a report was filed, so passed deadlines must be looked up. */
function overdueSarAction({ casework }: ComplianceData, context: ReportContext): Span[] | null {
  const { scope, sheet } = context;
  if (casework.overdueAlerts === 0) return null;
  const first = casework.reportable.find(({ dueDay }) => dueDay < scope.asOf);
  if (casework.overdueAlerts === 1 && first !== undefined) {
    const { number, member } = alertFacts(first.alert, context);
    return prose`BSA officer: confirm that a decision about a suspicious activity report on alert ${number} (${member}) is on file; its time passed on ${dueDayFact(first, context)}.`;
  }
  const source = `Alerts reviewed as suspicious or escalated, of all days, and the time of ${SAR_DEADLINE_RULE}`;
  const count = sheet
    .from(source, scope.asOf)
    .count('Alerts whose time for a report has passed', casework.overdueAlerts);
  return prose`BSA officer: confirm that decisions about suspicious activity reports on the ${withNoun(count, 'alert')} whose time has passed are on file.`;
}

function lateAlerts({ casework }: ComplianceData, context: ReportContext): Span[] | null {
  const late = lateAlertsFact(casework, context);
  if (late === null) return null;
  return prose`Fraud analysts: review the ${withNoun(late, 'alert')} on activity more than ${sarDaysFact(context)} days old, the oldest first. The time for a suspicious activity report is counted from the alert, the safe default, and does not wait for the review.`;
}

function sanctionsScreeningAction({ international }: ComplianceData, { scope, sheet }: ReportContext) {
  if (international.entries === 0) return null;
  const count = sheet
    .from('Count of entries of class IAT', scope.period)
    .count('International entries', international.entries);
  return prose`ACH operations: confirm that the sanctions screening of the ${withNoun(count, 'international entry', 'international entries')} is on file.`;
}

function flaggedAction({ flagged }: ComplianceData, { sheet }: ReportContext): Span[] | null {
  const first = flagged.find(({ riskLevel }) => riskLevel === 'high');
  if (first === undefined) return null;
  const name = sheet.from('Flags of company analysis').company('Company', first.company);
  const why = sheet
    .from('Flags of company analysis')
    .word(`Flags of ${first.company}`, first.flags.join('; '));
  return prose`ACH operations: ask the ODFI about ${name} (${why}).`;
}

const MAX_COMPANIES_ABOVE_LIMIT = 10;

function aboveLimitFact(above: number, { sheet }: ReportContext): Span[] {
  const count = sheet.from('Return rates of companies').count('Companies above a return rate level', above);
  return withNoun(count, 'company is', 'companies are');
}

function companiesAboveLimitBlocks({ returns }: ComplianceData, context: ReportContext): Block[] {
  const above = companiesAboveReturnLimit(returns, context);
  const { sheet } = context;
  const days = sheet
    .from('Nacha Operating Rules, return rate levels')
    .count('Days that return rates are counted over', RETURN_RATE_DAYS);
  if (above.length === 0)
    return returns.companies.length === 0
      ? []
      : [paragraph(prose`No company is above a return rate level of Nacha over the last ${days} days.`)];
  return [
    paragraph(
      prose`Over the ${days} days up to the end of the ledger ${aboveLimitFact(above.length, context)} above a return rate level of Nacha. This institution sees only a part of their debits: the ODFI knows the whole rate.`,
    ),
    table(
      'Companies above a return rate level',
      ['Company', 'Returns', right('Number'), right('Rate'), right('Level')],
      above
        .flatMap(({ company, rates }) =>
          rates.map(({ name, rate, limit, returns: number }) => [company, name, number, rate, limit]),
        )
        .slice(0, MAX_COMPANIES_ABOVE_LIMIT),
    ),
  ];
}

const MAX_ALERT_TYPES = 10;

function alertTypesBlocks({ alerts }: ComplianceData, { scope, sheet }: ReportContext): Block[] {
  const byType = Map.groupBy(alerts.groups, ({ activityType }) => activityType);
  const sorted = [...byType].toSorted(
    ([left, own], [right, other]) => countAlerts(other) - countAlerts(own) || left.localeCompare(right, 'en'),
  );
  if (sorted.length === 0) return [];
  const rows = sorted.slice(0, MAX_ALERT_TYPES).map(([type, groups]) => {
    const label = activityLabel(type);
    const count = (what: string, which?: AlertFilter) =>
      sheet
        .from('Alerts by the day of the activity', scope.period)
        .count(`${what}, ${label}`, countAlerts(groups, which));
    const guidance = detectorOf(type)?.sources[0]?.split(':')[0] ?? 'not known to this version';
    return [
      sheet.from('Detection rules').word('What the rule looks for', label),
      count('Alerts'),
      count('High-risk alerts', isHighRiskGroup),
      count('Unreviewed alerts', isOpenGroup),
      sheet.from('Sources of the detection rule').word(`What the rule follows, ${label}`, guidance),
    ];
  });
  const listed = table(
    'Alerts by pattern, with the guidance that the rule follows',
    ['Possible pattern', right('Alerts'), right('High risk'), right('Open'), 'Guidance'],
    rows,
  );
  return sorted.length === rows.length
    ? [listed]
    : [listed, paragraph(prose`The other patterns have fewer alerts each.`)];
}

export const complianceAnalysis: ReportComposer<ComplianceData> = {
  type: 'compliance_analysis',
  purpose:
    'What may have to be reported, what is late, return rates against Nacha’s levels, international entries and flagged companies.',
  compose(data, context) {
    const { alerts, casework, returns, flows } = data;
    const headline = sentences(
      alertsSentence(alerts, context),
      reportablePhrase(data, context),
      aboveLimitsSentence(data, context),
    );
    return reportOf(headline, [
      section(
        'Suspicious activity',
        paragraph(decisionsSentence(alerts, casework, context), waitingAlertsSentence(alerts, context)),
        reportableAlertsBlocks(casework, context),
        waitingAlertsBlocks(casework, context),
        alertTypesBlocks(data, context),
      ),
      section('Risks', seriousAlertsBlocks(alerts, 5, context)),
      section(
        'Returned debits',
        paragraph(returnsSentence(returns, flowFacts(flows, context).debitCount.now, context)),
        returnReasonsBlocks(returns, context),
        companiesAboveLimitBlocks(data, context),
      ),
      section(
        'International entries and flagged companies',
        paragraph(internationalEntriesPhrase(data, context)),
        flaggedBlocks(data, context),
      ),
      actionsSection(complianceActions(data, context)),
      dataLimitsSection(flows, method(data, context), context),
    ]);
  },
};

function reportablePhrase({ casework }: ComplianceData, { sheet }: ReportContext): Span[] {
  const number = casework.reportableAlerts;
  if (number === 0) return prose`No alert is reviewed as suspicious or escalated.`;
  const source = 'Alerts reviewed as suspicious or escalated, of all days';
  const count = sheet.from(source).count('Alerts that may call for a report', number);
  return prose`${withNoun(count, 'alert')} reviewed as suspicious or escalated may call for a suspicious activity report.`;
}

function aboveLimitsSentence({ returns }: ComplianceData, context: ReportContext): Span[] | null {
  const above = companiesAboveReturnLimit(returns, context).length;
  if (above === 0) return null;
  return prose`${aboveLimitFact(above, context)} above a return rate level of Nacha.`;
}

function method({ imports }: ComplianceData, { sheet }: ReportContext): Span[][] {
  const source = 'Imports that are in the ledger';
  const files = sheet.from(source).count('Imports in the ledger', imports.imports);
  const rejected = sheet.from(source).count('Rejected rows', imports.rejectedRows);
  const rows =
    imports.rejectedRows === 0
      ? prose`No row of them was rejected.`
      : prose`${withNoun(rejected, 'row')} of them ${imports.rejectedRows === 1 ? 'was' : 'were'} rejected and ${imports.rejectedRows === 1 ? 'is' : 'are'} in no figure.`;
  return [
    prose`The ledger rests on ${withNoun(files, 'import')}. ${rows}`,
    prose`An alert is a possible pattern, not a finding. Whether a report is filed, and when, is decided by the BSA officer and kept elsewhere.`,
    prose`Return rates are those of company analysis: returned debits over all debits that this institution sees.`,
    prose`ACH entries are not currency. Patterns around a reporting line are watched because they resemble structuring, not because a currency report is due.`,
  ];
}
