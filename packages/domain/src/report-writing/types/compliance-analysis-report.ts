import type { Span } from '@clearwatch/contracts/ai-reports';
import type { RiskLevel } from '@clearwatch/contracts/alerts';
import { RETURN_RATE_DAYS } from '../../companies/company-return-rates.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import { detectorOf } from '../../detection/detectors/detector-registry.ts';
import type { Cents } from '../../money/cents.ts';
import { pairComparison, pairsFrom } from '../compared-facts.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
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
  alertsSentence,
  decisionsSentence,
  reportableAlertsBlocks,
  reviewWaitingAction,
  seriousAlertsBlocks,
  waitingAlertsBlocks,
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
import { reportType } from './report-type.ts';

export interface ComplianceData {
  flows: Flows;
  alerts: Alerts;
  casework: AlertWorkload;
  returns: Returns;
  international: Transfers['international'];
  flagged: { company: string; riskLevel: RiskLevel; flags: string[]; cents: Cents }[];
  flaggedInAll: number;
  /** Counts of imports in the ledger and of their rejected rows. */
  imports: { imports: number; rejectedRows: number };
}

const INTERNATIONAL = ['international entry', 'international entries'] as const;
const REPORTABLE = 'Alerts reviewed as suspicious or escalated, all days';
const FLAGS = 'Company Analysis flags';
const MAX_COMPANIES_ABOVE_LIMIT = 10;
const MAX_ALERT_TYPES = 10;

export const complianceAnalysis = reportType<ComplianceData>({
  type: 'compliance_analysis',
  purpose:
    'What may need to be reported, what is overdue, return rates against Nacha levels, international entries and flagged companies.',
  headline({ alerts, casework: { reportableAlerts }, returns }, context) {
    const opening = alertsSentence(alerts, context);
    const { count } = context.sheet.from(REPORTABLE);
    const reportable =
      reportableAlerts === 0
        ? prose`No alerts have been reviewed as suspicious or escalated.`
        : prose`${withNoun(count('Alerts that may require a report', reportableAlerts), 'alert')} reviewed as suspicious or escalated may require a suspicious activity report.`;
    const above = companiesAboveReturnLimit(returns, context).length;
    return sentences(
      opening,
      reportable,
      above === 0 ? null : prose`${aboveLimitPhrase(above, context)} above a Nacha return rate level.`,
    );
  },
  sections: [
    ({ alerts, casework }, context) =>
      section(
        'Suspicious activity',
        paragraph(decisionsSentence(alerts, casework, context), waitingAlertsSentence(alerts, context)),
        reportableAlertsBlocks(casework, context),
        waitingAlertsBlocks(casework, context),
        alertTypesBlocks(alerts, context),
      ),
    ({ alerts }, context) => section('Risks', seriousAlertsBlocks(alerts, 5, context)),
    ({ returns, flows }, context) =>
      section(
        'Returned debits',
        paragraph(returnsSentence(returns, flowFacts(flows, context).debitCount.now, context)),
        returnReasonsBlocks(returns, context),
        companiesAboveLimitBlocks(returns, context),
      ),
    ({ international, flagged, flaggedInAll }, context) => {
      const { scope, sheet } = context;
      const title = 'International entries and flagged companies';
      const entries = paragraph(internationalEntriesPhrase(international, context));
      if (flagged.length === 0) return section(title, entries);
      const flags = sheet.from(FLAGS);
      const number = sheet.from(FLAGS, scope.period).count('Flagged companies that moved money', flaggedInAll);
      return section(
        title,
        entries,
        paragraph(
          prose`${withNoun(number, 'company', 'companies')} that moved money in the period ${flaggedInAll === 1 ? 'is flagged on its company page' : 'are flagged on their company pages'}.`,
        ),
        table(
          'Flagged companies, highest risk first',
          ['Company', 'Risk', right('Credits plus debits'), 'Flags'],
          flagged.map(({ company, riskLevel, flags: why, cents }) => {
            const { money } = sheet.from('Daily totals of companies', scope.period);
            return [
              flags.company('Company', company),
              riskLevel,
              money(`Credits and debits for ${company}`, cents),
              flags.word(`Flags for ${company}`, why.join('; ')),
            ];
          }),
        ),
      );
    },
  ],
  actions: [
    // The suspicious or escalated alert with the next deadline, on or after the newest day in the ledger.
    ({ casework: { nextReportable } }, context) => {
      if (nextReportable === null) return null;
      const { number, member } = alertFacts(nextReportable.alert, context);
      return prose`BSA officer: decide by ${dueDayFact(nextReportable, context)} whether alert ${number} (${member}) requires a suspicious activity report.`;
    },
    ({ casework }, context) => {
      const late = lateAlertsFact(casework, context);
      if (late === null) return reviewWaitingAction(casework, context);
      return prose`Fraud analysts: review the ${withNoun(late, 'alert')} on activity more than ${sarDaysFact(context)} days old, oldest first. As a conservative default, the deadline for a suspicious activity report is counted from the alert and does not wait for the review.`;
    },
    // Filings are not recorded in Clearwatch, so staff must check missed deadlines.
    ({ casework: { overdueAlerts, reportable } }, context) => {
      const { scope, sheet } = context;
      if (overdueAlerts === 0) return null;
      const first = reportable.find(({ dueDay }) => dueDay < scope.asOf);
      if (overdueAlerts === 1 && first !== undefined) {
        const { number, member } = alertFacts(first.alert, context);
        return prose`BSA officer: confirm that a decision about a suspicious activity report on alert ${number} (${member}) is on file; its deadline passed on ${dueDayFact(first, context)}.`;
      }
      const { count } = sheet.from(`${REPORTABLE}, and the filing period in ${SAR_DEADLINE_RULE}`, scope.asOf);
      const late = withNoun(count('Alerts past the reporting deadline', overdueAlerts), 'alert');
      return prose`BSA officer: confirm that decisions about suspicious activity reports are on file for the ${late} past the deadline.`;
    },
    ({ returns }, context) => returnsAction(returns, context),
    ({ international: { entries } }, { scope, sheet }) => {
      if (entries === 0) return null;
      const { count } = sheet.from('Number of IAT entries', scope.period);
      return prose`ACH operations: confirm that the sanctions screening of the ${withNoun(count('International entries', entries), ...INTERNATIONAL)} is on file.`;
    },
    ({ flagged }, { sheet }) => {
      const first = flagged.find(({ riskLevel }) => riskLevel === 'high');
      if (first === undefined) return null;
      const { company, word } = sheet.from(FLAGS);
      return prose`ACH operations: ask the ODFI about ${company('Company', first.company)} (${word(`Flags for ${first.company}`, first.flags.join('; '))}).`;
    },
  ],
  method({ imports: { imports, rejectedRows } }, { sheet }) {
    const { count } = sheet.from('Imports in the ledger');
    const files = count('Imports in the ledger', imports);
    const rejected = count('Rejected rows', rejectedRows);
    const rows =
      rejectedRows === 0
        ? 'No rows were rejected.'
        : prose`${withNoun(rejected, 'row')} ${rejectedRows === 1 ? 'was' : 'were'} rejected and ${rejectedRows === 1 ? 'is' : 'are'} not included in any figure.`;
    return [
      prose`The ledger contains ${withNoun(files, 'import')}. ${rows}`,
      prose`An alert is a possible pattern, not a finding. The BSA officer decides whether and when a report is filed; filings are recorded elsewhere.`,
      prose`Return rates are the same as in Company Analysis: returned debits divided by all debits that this institution sees.`,
      prose`ACH entries are not currency. Patterns near a reporting threshold are monitored because they resemble structuring, not because a currency transaction report is due.`,
    ];
  },
});

/** Null when neither period has international entries. */
function internationalEntriesPhrase(
  { entries, entriesBefore, inCents, outCents, members }: Transfers['international'],
  context: ReportContext,
): Span[] | null {
  const { scope, sheet } = context;
  const pairs = pairsFrom(context, 'Number of IAT entries');
  const pair = pairs.count('International entries', entries, entriesBefore);
  const code = sheet.from('International ACH transactions, Nacha Operating Rules').word('SEC code', 'IAT');
  if (entries === 0)
    return pair.before === null || entriesBefore === 0
      ? null
      : prose`There were no international entries (${code}), compared with ${pair.before} in the previous period.`;
  const before = pairComparison(sheet, pair);
  const { count, money } = sheet.from('IAT entries', scope.period);
  const accounts = count('Members with international entries', members);
  return prose`${withNoun(accounts, 'member')} had ${withNoun(pair.now, ...INTERNATIONAL)} (${code})${before}: ${compactWithoutSign(money('International credits', inCents))} in and ${compactWithoutSign(money('International debits', outCents))} out. These entries name the foreign parties so that they can be screened against sanctions lists.`;
}

function aboveLimitPhrase(above: number, { sheet }: ReportContext): Span[] {
  const count = sheet.from('Company return rates').count('Companies above a return rate level', above);
  return withNoun(count, 'company is', 'companies are');
}

function companiesAboveLimitBlocks(returns: Returns, context: ReportContext) {
  const above = companiesAboveReturnLimit(returns, context);
  const { count } = context.sheet.from('Nacha Operating Rules, return rate levels');
  const days = count('Days in the return rate window', RETURN_RATE_DAYS);
  if (returns.companies.length === 0) return [];
  if (above.length === 0)
    return [paragraph(prose`No company is above a Nacha return rate level, based on the last ${days} days.`)];
  return [
    paragraph(
      prose`Based on the last ${days} days of the ledger, ${aboveLimitPhrase(above.length, context)} above a Nacha return rate level. This institution sees only part of a company’s debits; the ODFI has the full rate.`,
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

function alertTypesBlocks({ groups }: Alerts, { scope, sheet }: ReportContext) {
  const sorted = [...Map.groupBy(groups, ({ activityType }) => activityType)].toSorted(
    ([left, own], [right, other]) => countAlerts(other) - countAlerts(own) || left.localeCompare(right, 'en'),
  );
  if (sorted.length === 0) return [];
  const rows = sorted.slice(0, MAX_ALERT_TYPES).map(([type, own]) => {
    const label = activityLabel(type);
    const facts = sheet.from('Alerts by activity date', scope.period);
    const count = (what: string, which?: AlertFilter) => facts.count(`${what}, ${label}`, countAlerts(own, which));
    const guidance = detectorOf(type)?.sources[0]?.split(':')[0] ?? 'not available in this version';
    return [
      sheet.from('Detection rules').word('What the rule looks for', label),
      count('Alerts'),
      count('High-risk alerts', isHighRiskGroup),
      count('Unreviewed alerts', isOpenGroup),
      sheet.from('Sources of the detection rule').word(`Guidance behind the rule, ${label}`, guidance),
    ];
  });
  return [
    table(
      'Alerts by pattern, with the guidance behind each rule',
      ['Possible pattern', right('Alerts'), right('High risk'), right('Open'), 'Guidance'],
      rows,
    ),
    sorted.length === rows.length ? null : paragraph(prose`Only patterns with the most alerts are listed.`),
  ];
}
