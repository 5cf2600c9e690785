import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { categoryOf, type EvidenceFigure } from '@clearwatch/contracts/alerts';
import { activityLabel } from '../../detection/activity-label.ts';
import { displayedFigure } from '../../detection/finding-evidence.ts';
import { parseCents } from '../../money/cents.ts';
import { pairSeries } from '../compared-facts.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { actionsSection, chartOf, listBlock, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';
import {
  type Alerts,
  type AlertWorkload,
  alertCountFacts,
  alertCountPair,
  alertFacts,
  alertPhrase,
  categoriesWithAlerts,
  type ExplainedAlert,
  type RepeatedMember,
  type SharedCompany,
} from '../sections/alert-facts.ts';
import {
  decisionsSentence,
  reportableAlertsBlocks,
  ruleActions,
  waitingAlertsBlocks,
} from '../sections/alert-review-sections.ts';
import {
  alertActions,
  alertCategoriesBlocks,
  alertCategoriesSentences,
  alertsSentence,
  seriousAlertsBlocks,
  waitingAlertsSentence,
} from '../sections/alert-sections.ts';
import { memberCells } from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';

export interface FraudData {
  flows: Flows;
  alerts: Alerts;
  casework: AlertWorkload;
  explained: ExplainedAlert[];
  members: RepeatedMember[];
  companies: SharedCompany[];
}

function repeatedMembersBlocks({ members }: FraudData, { scope, sheet }: ReportContext): Block[] {
  if (members.length === 0) return [];
  const rows = members.map(({ member, alerts, high, activityTypes }) => {
    const [name, account] = memberCells(sheet, member);
    const count = (label: string, number: number) =>
      sheet
        .from('Alerts by the day of the activity', scope.period)
        .count(`${label} of ${member.name}, ${account.text}`, number);
    const types = activityTypes.map(activityLabel).join(', ');
    return [
      name,
      account,
      count('Alerts', alerts),
      count('High-risk alerts', high),
      sheet.from(`Alerts of ${member.name}`).word('What the rules look for', types),
    ];
  });
  return [
    paragraph(
      prose`Several rules spoke about the same member. Read these alerts together: each explains the other.`,
    ),
    table(
      'Members with several alerts',
      ['Member', 'Account', right('Alerts'), right('High risk'), 'Possible patterns'],
      rows,
    ),
    { kind: 'alerts', alertIds: members.flatMap(({ alertIds }) => alertIds) },
  ];
}

function sharedCompaniesBlocks({ companies }: FraudData, { scope, sheet }: ReportContext): Block[] {
  if (companies.length === 0) return [];
  const source = 'Companies of the entries in high-risk alerts';
  return [
    paragraph(
      prose`The same companies stand in high-risk alerts of several members. A widely used company is there by chance; an unknown company is a lead.`,
    ),
    table(
      'Companies in high-risk alerts of several members',
      ['Company', right('Members'), right('Alerts')],
      companies.map(({ company, members, alerts }) => [
        sheet.from(source).company('Company', company),
        sheet.from(source, scope.period).count(`Members with high-risk alerts that name ${company}`, members),
        sheet.from(source, scope.period).count(`High-risk alerts that name ${company}`, alerts),
      ]),
    ),
  ];
}

/** The first figures are the rule; the further ones raise or confirm it. */
const MAX_FIGURES = 2;
const MAX_NAMED_COMPANIES = 2;
const THRESHOLD_LABELS = { '>=': 'at least', '>': 'above', '<=': 'at most', '<': 'below' } as const;

/** Why the first alerts were raised: what each rule measured, against its threshold. */
function reasonsBlocks({ alerts, explained }: FraudData, context: ReportContext): (Block | null)[] {
  const items = explained.filter(({ figures }) => figures.length > 0);
  if (alerts.serious.length === 0 || items.length === 0) return [];
  return [
    paragraph(prose`Why the first of them were raised:`),
    listBlock(...items.map((alert) => explainedAlertPhrase(alert, context))),
  ];
}

function explainedAlertPhrase({ alert, figures, companies }: ExplainedAlert, context: ReportContext): Span[] {
  const { sheet } = context;
  const { number, member } = alertFacts(alert, context);
  const phrases = figures
    .slice(0, MAX_FIGURES)
    .map((figure) => figurePhrase(displayedFigure(figure), alert.id, sheet));
  const named = companies
    .slice(0, MAX_NAMED_COMPANIES)
    .map((company) => sheet.from(`Entries of alert ${alert.id}`).company('Company', company));
  const by = named.length === 0 ? '' : prose` (${joinWithAnd(named)})`;
  const joined = phrases.flatMap((words, index) => (index === 0 ? words : [{ text: '; ' }, ...words]));
  return prose`Alert ${number}, ${member}${by}: ${joined}.`;
}

function figurePhrase(figure: EvidenceFigure, alertId: number, sheet: FactSheet): Span[] {
  const source = `Evidence of alert ${alertId}`;
  const label = sheet.from(source).word('What the rule measured', figure.label);
  const value = measuredFact(sheet, { label: figure.label, source }, figure.value, figure.unit);
  const note = { label: `Threshold: ${figure.label}`, source };
  const threshold = measuredFact(sheet, note, figure.threshold, figure.unit);
  return prose`${label}: ${value} (rule: ${THRESHOLD_LABELS[figure.comparison]} ${threshold})`;
}

function measuredFact(
  sheet: FactSheet,
  note: { label: string; source: string },
  text: string,
  unit: EvidenceFigure['unit'],
): CitedFact {
  if (unit === 'USD') return sheet.money(note, parseCents(text));
  const number = Number(text);
  if (unit === 'percent') return sheet.share(note, number / 100);
  return Number.isSafeInteger(number) ? sheet.count(note, number) : sheet.number(note, number, 2);
}

const MAX_SERIOUS_ALERTS = 10;

export const fraudDetection: ReportComposer<FraudData> = {
  type: 'fraud_detection',
  purpose:
    'What the detection rules noticed and why, which alerts belong together, what waits and what was decided.',
  compose(data, context) {
    const { alerts, casework } = data;
    const first = alerts.serious.find(({ reviewed }) => !reviewed);
    const headline = sentences(
      alertsSentence(alerts, context),
      first === undefined ? null : prose`Look first at ${alertPhrase(first, context)}.`,
    );
    return reportOf(headline, [
      section(
        'What was noticed',
        paragraph(alertCategoriesSentences(alerts, context)),
        categoriesChart(alerts, context),
        alertCategoriesBlocks(alerts, context),
      ),
      section(
        'Risks',
        seriousAlertsBlocks(alerts, MAX_SERIOUS_ALERTS, context),
        reasonsBlocks(data, context),
      ),
      section(
        'What belongs together',
        repeatedMembersBlocks(data, context),
        sharedCompaniesBlocks(data, context),
      ),
      section(
        'Work on alerts',
        paragraph(waitingAlertsSentence(alerts, context), decisionsSentence(alerts, casework, context)),
        waitingAlertsBlocks(casework, context),
        reportableAlertsBlocks(casework, context),
      ),
      actionsSection([
        ...alertActions(alerts, context),
        ...sharedAlertActions(data, context),
        ...ruleActions(alerts, context),
      ]),
      dataLimitsSection(
        data.flows,
        [
          prose`An alert belongs to the period in which the activity was, and is shown in the state it has now. It is a possible pattern that a rule saw, not a finding about a person.`,
          prose`Each alert keeps the entries, figures and thresholds that it was raised on: open it to see them.`,
        ],
        context,
      ),
    ]);
  },
};

function categoriesChart(alerts: FraudData['alerts'], context: ReportContext): Block | null {
  const { now, ended } = categoriesWithAlerts(alerts);
  const isCompared = alertCountFacts(alerts, context).all.before !== null;
  const categories = isCompared ? [...now, ...ended] : now;
  const pairs = categories.map((category) =>
    alertCountPair(
      alerts,
      { label: `Alerts, ${category}`, which: ({ activityType }) => categoryOf(activityType) === category },
      context,
    ),
  );
  return chartOf({
    title: 'Alerts by category',
    type: 'bar',
    unit: 'count',
    categories,
    series: pairSeries(pairs, 'Period'),
  });
}

function sharedAlertActions(
  { members: [member], companies: [company] }: FraudData,
  { scope, sheet }: ReportContext,
): (Span[] | null)[] {
  const source = 'Companies of the entries in high-risk alerts';
  return [
    member === undefined
      ? null
      : prose`Fraud analysts: take up the alerts of ${sheet.from('Holder of the account').member('Name of the member', member.member.name)} together, as a single case.`,
    company === undefined
      ? null
      : prose`ACH operations: check ${sheet.from(source).company('Company', company.company)}, which is in high-risk alerts of ${withNoun(sheet.from(source, scope.period).count(`Members with high-risk alerts that name ${company.company}`, company.members), 'member')}.`,
  ];
}
