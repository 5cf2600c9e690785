import type { Span } from '@clearwatch/contracts/ai-reports';
import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { activityLabel } from '../../detection/activity-label.ts';
import { displayedFigure } from '../../detection/finding-evidence.ts';
import { parseCents } from '../../money/cents.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { listBlock, paragraph, right, rowChart, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
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
  isOfCategory,
  type RepeatedMember,
  type SharedCompany,
} from '../sections/alert-facts.ts';
import {
  alertActions,
  alertCategoriesBlocks,
  alertCategoriesSentences,
  alertsSentence,
  decisionsSentence,
  reportableAlertsBlocks,
  ruleActions,
  seriousAlertsBlocks,
  waitingAlertsBlocks,
  waitingAlertsSentence,
} from '../sections/alert-sections.ts';
import { memberCells } from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';
import { reportType, whenAny } from './report-type.ts';

export interface FraudData {
  flows: Flows;
  alerts: Alerts;
  casework: AlertWorkload;
  explained: ExplainedAlert[];
  members: RepeatedMember[];
  companies: SharedCompany[];
}

const SHARED_SOURCE = 'Companies in the entries of high-risk alerts';
const sharedFacts = ({ company, members, alerts }: SharedCompany, { scope, sheet }: ReportContext) => {
  const { count } = sheet.from(SHARED_SOURCE, scope.period);
  return [
    sheet.from(SHARED_SOURCE).company('Company', company),
    count(`Members with high-risk alerts that name ${company}`, members),
    count(`High-risk alerts that name ${company}`, alerts),
  ] as const;
};

/** The first figures are those that triggered the rule; later ones raise or confirm the risk. */
const MAX_FIGURES = 2;
const MAX_NAMED_COMPANIES = 2;
const THRESHOLD_LABELS = { '>=': 'at least', '>': 'above', '<=': 'at most', '<': 'below' } as const;

export const fraudDetection = reportType<FraudData>({
  type: 'fraud_detection',
  purpose:
    'What the detection rules found and why, which alerts are related, what is waiting for review and how reviews turned out.',
  headline({ alerts }, context) {
    const first = alerts.serious.find(({ reviewed }) => !reviewed);
    return sentences(
      alertsSentence(alerts, context),
      first === undefined ? null : prose`Start with ${alertPhrase(first, context)}.`,
    );
  },
  sections: [
    ({ alerts }, context) =>
      section(
        'What was detected',
        paragraph(alertCategoriesSentences(alerts, context)),
        categoriesChart(alerts, context),
        alertCategoriesBlocks(alerts, context),
      ),
    ({ alerts, explained }, context) => {
      const serious = seriousAlertsBlocks(alerts, 10, context);
      const reasons = explained.filter(({ figures }) => serious.length > 0 && figures.length > 0);
      const list = listBlock(...reasons.map((alert) => explainedAlertPhrase(alert, context)));
      const opening = prose`Why the first alerts were raised:`;
      return section('Risks', serious, whenAny(reasons, paragraph(opening), list));
    },
    ({ members, companies }, context) => {
      const { scope, sheet } = context;
      return section(
        'Related alerts',
        whenAny(
          members,
          paragraph(
            prose`Several rules flagged the same member. Review these alerts together, because each one adds context to the others.`,
          ),
          table(
            'Members with several alerts',
            ['Member', 'Account', right('Alerts'), right('High risk'), 'Possible patterns'],
            members.map(({ member, alerts, high, activityTypes }) => {
              const [name, account] = memberCells(sheet, member);
              const { count } = sheet.from('Alerts by activity date', scope.period);
              const who = `${member.name}, ${account.text}`;
              const types = activityTypes.map(activityLabel).join(', ');
              return [
                name,
                account,
                count(`Alerts for ${who}`, alerts),
                count(`High-risk alerts for ${who}`, high),
                sheet.from(`Alerts for ${member.name}`).word('What the rules look for', types),
              ];
            }),
          ),
          { kind: 'alerts', alertIds: members.flatMap(({ alertIds }) => alertIds) },
        ),
        whenAny(
          companies,
          paragraph(
            prose`The same companies appear in high-risk alerts for several members. A widely used company may appear by chance; an unknown company is a lead.`,
          ),
          table(
            'Companies in high-risk alerts for several members',
            ['Company', right('Members'), right('Alerts')],
            companies.map((company) => [...sharedFacts(company, context)]),
          ),
        ),
      );
    },
    ({ alerts, casework }, context) =>
      section(
        'Alert review',
        paragraph(waitingAlertsSentence(alerts, context), decisionsSentence(alerts, casework, context)),
        waitingAlertsBlocks(casework, context),
        reportableAlertsBlocks(casework, context),
      ),
  ],
  actions: [
    ({ alerts }, context) => alertActions(alerts, context),
    ({ members: [first] }, { sheet }) =>
      first &&
      prose`Fraud analysts: review the alerts for ${sheet.from('Account holder').member('Member name', first.member.name)} together, as a single case.`,
    ({ companies: [first] }, context) => {
      if (first === undefined) return null;
      const [name, members] = sharedFacts(first, context);
      return prose`ACH operations: check ${name}, which appears in high-risk alerts for ${withNoun(members, 'member')}.`;
    },
    ({ alerts }, context) => ruleActions(alerts, context),
  ],
  method: () => [
    prose`An alert belongs to the period of its activity and is shown with its current status. It is a possible pattern found by a rule, not a finding about a person.`,
    prose`Each alert stores the entries, figures and thresholds that triggered it. Open the alert to see them.`,
  ],
});

function categoriesChart(alerts: Alerts, context: ReportContext) {
  const { now, ended } = categoriesWithAlerts(alerts);
  const isCompared = alertCountFacts(alerts, context).all.before !== null;
  const categories = isCompared ? [...now, ...ended] : now;
  const rows = categories.map((category) => {
    const which = isOfCategory(category);
    return { category, ...alertCountPair(alerts, { label: `Alerts, ${category}`, which }, context) };
  });
  return rowChart(['Alerts by category', 'bar', 'count'], rows, ({ category }) => category, {
    Period: ({ now: own }) => own,
    'Previous period': ({ before }) => before,
  });
}

function explainedAlertPhrase({ alert, figures, companies }: ExplainedAlert, context: ReportContext): Span[] {
  const { sheet } = context;
  const { number, member } = alertFacts(alert, context);
  const phrases = figures
    .slice(0, MAX_FIGURES)
    .map((figure) => figurePhrase(displayedFigure(figure), `Evidence for alert ${alert.id}`, sheet));
  const named = companies
    .slice(0, MAX_NAMED_COMPANIES)
    .map((company) => sheet.from(`Entries in alert ${alert.id}`).company('Company', company));
  const by = named.length === 0 ? '' : prose` (${joinWithAnd(named)})`;
  const joined = phrases.flatMap((words, index) => (index === 0 ? words : [{ text: '; ' }, ...words]));
  return prose`Alert ${number}, ${member}${by}: ${joined}.`;
}

function figurePhrase({ label, unit, ...figure }: EvidenceFigure, source: string, sheet: FactSheet): Span[] {
  const name = sheet.from(source).word('What the rule measured', label);
  const measured = (what: string, text: string): CitedFact => {
    const facts = sheet.from(source);
    if (unit === 'USD') return facts.money(what, parseCents(text));
    const number = Number(text);
    if (unit === 'percent') return facts.share(what, number / 100);
    return Number.isSafeInteger(number) ? facts.count(what, number) : facts.number(what, number, 2);
  };
  const value = measured(label, figure.value);
  const threshold = measured(`Threshold: ${label}`, figure.threshold);
  return prose`${name}: ${value} (rule: ${THRESHOLD_LABELS[figure.comparison]} ${threshold})`;
}
