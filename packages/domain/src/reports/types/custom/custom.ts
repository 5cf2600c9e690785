import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { enumerated, paragraph, prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertActions } from '../../topics/alert-actions.ts';
import { alertsSentence } from '../../topics/alerts-told.ts';
import { flowActions } from '../../topics/flow-actions.ts';
import { flowsSentence } from '../../topics/flows-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { returnsAction, returnsSentence } from '../../topics/returns-told.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import {
  companiesSection,
  companySentence,
  memberSentence,
  membersSection,
  pairSentence,
} from './asked-names.ts';
import type { CustomData } from './custom-data.ts';
import { topicSections } from './topic-sections.ts';
import type { CustomTopic } from './understand.ts';

/** What a question that names nothing known is answered with. */
const GENERAL: readonly CustomTopic[] = ['money', 'reasons', 'alerts'];
const MOST_IN_HEADLINE = 2;

/** Answers a question of staff as far as its words name members, companies, topics and days of the ledger. */
export const custom: ReportComposer<CustomData> = {
  type: 'custom',
  purpose:
    'Answers a question as far as its words name members, companies, SEC codes, alerts, topics and days.',
  compose(data, { sheet }) {
    const context: ReportContext = { asked: data.asked, sheet };
    const topics = topicsOf(data);
    const has = (topic: CustomTopic) => topics.includes(topic);
    return {
      headline: headline(data, topics, context),
      sections: [
        ...membersSection(data, context),
        ...companiesSection(data, context),
        ...topicSections(topics, data, context),
        ...unanswered(data, context),
        actionsSection([
          ...memberActions(data, context),
          ...(has('alerts') ? alertActions(data.alerts, context) : []),
          has('returns') ? returnsAction(data.returns, context) : null,
          ...(has('money') || has('reasons') ? flowActions(data, context) : []),
        ]),
        limitsSection(data.flows, [method(data)], context),
      ],
    };
  },
};

/** Who asks for somebody by name wants that; who names nothing wants the general picture. */
function topicsOf({ question, members, companies }: CustomData): readonly CustomTopic[] {
  const isNamed = members.length + companies.length > 0;
  if (question.topics.length === 0) return isNamed ? [] : GENERAL;
  const about: readonly CustomTopic[] = ['money', 'reasons', 'members', 'companies', 'alerts'];
  // "How much did Ruth Miller pay to Acme?" is about the two, not about everybody's money.
  return isNamed ? question.topics.filter((topic) => !about.includes(topic)) : question.topics;
}

function headline(data: CustomData, topics: readonly CustomTopic[], context: ReportContext): Span[] {
  const named = [
    ...data.pairs.map((pair) => pairSentence(pair, context)),
    ...data.members.map((member) => memberSentence(member, context)),
    ...data.companies.map((company) => companySentence(company, context)),
  ].slice(0, MOST_IN_HEADLINE);
  if (named.length > 0) return sentences(...named);
  const debits = statedFlows(data.flows, context).debitCount.now;
  const alertsFirst = topics.includes('alerts') && !topics.includes('money');
  const returns = topics.includes('returns') ? returnsSentence(data.returns, debits, context) : null;
  return alertsFirst
    ? sentences(alertsSentence(data.alerts, context), returns)
    : sentences(
        flowsSentence(data.flows, context),
        returns,
        topics.includes('alerts') ? alertsSentence(data.alerts, context) : null,
      );
}

/** Says plainly what of the question this report cannot answer. */
function unanswered(
  { question, members, companies, notFound }: CustomData,
  { sheet }: ReportContext,
): ReportSection[] {
  const names = notFound.map((name) =>
    sheet.word({ label: 'Words of the question', source: 'The question' }, name),
  );
  const understood = question.topics.length + members.length + companies.length > 0;
  const items = [
    understood
      ? null
      : prose`The question names no topic, member or company that this report knows; it gets the general picture. Name a member, a company, an SEC code, a kind of alert, or a topic such as credits, returns or trends.`,
    names.length === 0 ? null : prose`Nobody in the ledger is called ${enumerated(names)}.`,
    question.beyond.length === 0
      ? null
      : prose`Not in a ledger of ACH entries, and therefore not answered: ${enumerated(question.beyond)}.`,
  ].filter((item) => item !== null);
  return items.length === 0
    ? []
    : [{ title: 'What could not be answered', blocks: items.map((item) => paragraph(item)) }];
}

function memberActions({ members }: CustomData, context: ReportContext): Span[][] {
  return members.flatMap(({ alerts }) => {
    const open = alerts.find(({ reviewed }) => !reviewed);
    return open === undefined ? [] : [prose`Fraud analysts: review ${alertWords(open, context)}.`];
  });
}

function method({ isPeriodOfQuestion }: CustomData): Span[] {
  const days = isPeriodOfQuestion
    ? prose`The days are those that the question names.`
    : prose`The question names no days: they are those of the form, or the newest of the ledger.`;
  return sentences(
    days,
    prose`The question is read by its words: names, SEC codes, kinds of alerts, topics and days. What else it says is not understood.`,
  );
}
