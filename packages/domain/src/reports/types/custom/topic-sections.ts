import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { counted, paragraph, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { isComparable } from '../../topics/against-before.ts';
import { alertLinks, alertsTable, risksSection } from '../../topics/alerts-told.ts';
import { flowsTable, monthsBlocks, netAndMembersSentence } from '../../topics/flows-told.ts';
import { concentrationSentences } from '../../topics/members/concentration-told.ts';
import { statedMembership } from '../../topics/members/stated-membership.ts';
import type { Direction, MoverKind } from '../../topics/stated-movers.ts';
import { whatChangedSection } from '../../topics/what-changed.ts';
import { internationalWords } from '../compliance-analysis/companies-section.ts';
import { returnsSection } from '../compliance-analysis/returns-section.ts';
import type { CustomData } from './custom-data.ts';
import type { CustomTopic } from './understand.ts';

const MOST_LISTED = 8;
const MOST_SERIOUS = 8;

/** The sections of the topics that the question is about, each once, in the order of this report. */
export function topicSections(
  topics: readonly CustomTopic[],
  data: CustomData,
  context: ReportContext,
): ReportSection[] {
  const asks = (...wanted: CustomTopic[]) => wanted.some((topic) => topics.includes(topic));
  const has = data.flows.now.credits + data.flows.now.debits > 0;
  return [
    ...(asks('money') && has
      ? [
          {
            title: 'At a glance',
            blocks: [paragraph(netAndMembersSentence(data.flows, context)), flowsTable(data.flows, context)],
          },
        ]
      : []),
    ...(asks('months') ? titled('Month by month', monthsBlocks(data.flows, context)) : []),
    ...(asks('reasons', 'companies', 'classes') ? whatChangedSection(data, listsOf(topics), context) : []),
    ...(asks('members') ? titled('Members', membersBlocks(data, context)) : []),
    ...(asks('concentration')
      ? titled(
          'On how few it rests',
          sentencesOf(data.concentration === null ? [] : concentrationSentences(data.concentration, context)),
        )
      : []),
    ...(asks('alerts')
      ? risksSection(data.alerts, { most: MOST_SERIOUS, more: namedAlerts(data, context) }, context)
      : []),
    ...(asks('returns')
      ? orNone(
          returnsSection(data, context),
          'Returned debits',
          prose`No debit came back in the period or the one before.`,
        )
      : []),
    ...(asks('international')
      ? titled(
          'International entries',
          sentencesOf(
            internationalWords(data, context) ?? prose`There was no international entry in the period.`,
          ),
        )
      : []),
  ];
}

function listsOf(topics: readonly CustomTopic[]): { direction: Direction; kind: MoverKind; most: number }[] {
  const kinds: MoverKind[] = [
    ...(topics.includes('companies') || topics.includes('reasons') ? (['companies'] as const) : []),
    ...(topics.includes('members') ? (['members'] as const) : []),
    ...(topics.includes('classes') ? (['classes'] as const) : []),
  ];
  return kinds.flatMap((kind) => [
    { direction: 'credits' as const, kind, most: MOST_LISTED },
    { direction: 'debits' as const, kind, most: MOST_LISTED },
  ]);
}

function membersBlocks({ membership }: CustomData, context: ReportContext): Block[] {
  if (membership === null || membership.active + membership.activeBefore === 0) return [];
  const { active, arrived, returned, quiet } = statedMembership(membership, context);
  const now = prose`${counted(active.now, 'member')} moved money in the period.`;
  if (!isComparable(context.asked)) return [paragraph(now)];
  return [
    paragraph(
      now,
      prose`Of them ${arrived.now} had their first entry of all in it, and ${returned} came back after a pause; ${quiet} of the period before went quiet.`,
    ),
  ];
}

function namedAlerts({ namedAlerts, question }: CustomData, context: ReportContext): Block[] {
  if (question.categories.length === 0) return [];
  if (namedAlerts.length === 0)
    return [paragraph(prose`None of the period is of the category ${question.categories.join(' or ')}.`)];
  return [
    alertsTable(`Alerts of the category ${question.categories.join(' or ')}`, namedAlerts, context),
    alertLinks(namedAlerts),
  ];
}

const titled = (title: string, blocks: Block[]): ReportSection[] =>
  blocks.length === 0 ? [] : [{ title, blocks }];
const sentencesOf = (spans: Span[]): Block[] => (spans.length === 0 ? [] : [paragraph(spans)]);
const orNone = (sections: ReportSection[], title: string, none: Span[]): ReportSection[] =>
  sections.length === 0 ? [{ title, blocks: [paragraph(none)] }] : sections;
