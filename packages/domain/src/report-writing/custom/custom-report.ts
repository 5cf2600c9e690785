import { EXAMPLE_QUESTIONS, type ReportSection, type Span } from '@clearwatch/contracts/ai-reports';
import type { FactSheet } from '../fact-sheet.ts';
import { paragraph, table } from '../report-blocks.ts';
import type { ReportComposer, ReportContext, ReportScope } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, strong } from '../report-sentences.ts';
import { quoteQuestion } from './answer-figures.ts';
import { type Answer, answerOf } from './custom-answers.ts';
import type { AnswerData } from './custom-query.ts';
import type { UnderstoodQuestion } from './question-to-query.ts';

export interface CustomData {
  scope: ReportScope;
  /** The questions in the prompt, in order; `answered` is null for a question without a query. */
  questions: { understood: UnderstoodQuestion; answered: AnswerData | null }[];
}

/** The headline repeats this many answers; the others appear only in their own sections. */
const MAX_ANSWERS_IN_HEADLINE = 3;
const FOLLOW_UP_WORDS = ['', ' (second question)', ' (third question)'];

export const custom: ReportComposer<CustomData> = {
  type: 'custom',
  purpose:
    'Answers questions about credits, debits, members, companies, returns and alerts: who, how much, how many, when, and compared with what.',
  compose({ scope, questions }, { sheet }) {
    const context: ReportContext = { scope, sheet };
    const answers = questions.map(({ understood, answered }) => ({
      understood,
      answer: understood.query === null || answered === null ? null : answerOf(understood.query, answered, context),
    }));
    const isSingle = answers.length === 1;
    const hasAnswer = answers.some(({ answer }) => answer !== null);
    const hasGap = answers.some(({ understood }) => understood.query === null);
    const openings = answers
      .slice(0, MAX_ANSWERS_IN_HEADLINE)
      .map((each) => sentences(notUnderstoodSentences(each, sheet), each.answer && each.answer.lead));
    return {
      headline: openings.length === 0 ? prose`The prompt contains no question.` : sentences(...openings),
      sections: distinct([
        ...answers.map((each) => sectionOf(each, { isSingle, hasAnswer }, sheet)).filter((section) => section !== null),
        ...(hasGap || answers.length === 0 ? [EXAMPLES] : []),
        METHOD,
      ]),
    };
  },
};

type AnsweredQuestion = { understood: UnderstoodQuestion; answer: Answer | null };

function notUnderstoodSentences({ understood, answer }: AnsweredQuestion, sheet: FactSheet): Span[] | null {
  const { notUnderstood, unknownNames, isNarrowed, beyond, text } = understood;
  const quote = (words: readonly string[]) => joinWithAnd(words.map((each) => prose`“${quoteQuestion(each, sheet)}”`));
  const outside = beyond.length === 0 ? null : prose`The ACH ledger does not contain ${joinWithAnd(beyond)}.`;
  const unread = () => (notUnderstood.length === 0 ? null : prose`Not understood: ${quote(notUnderstood)}.`);
  if (unknownNames.length > 0)
    return sentences(
      unread(),
      prose`The ledger has no member, company or account named ${quote(unknownNames)}, so this question was not answered: ${sentence(text, sheet)}`,
      outside,
    );
  if (answer === null && isNarrowed && notUnderstood.length > 0)
    return sentences(
      unread(),
      outside,
      prose`Without those words, the question has a different meaning, so it was not answered: ${sentence(text, sheet)}`,
    );
  if (answer === null)
    return sentences(prose`Not understood: ${sentence(text, sheet)}`, outside, prose`This question was not answered.`);
  const gap = unread();
  return gap && sentences(gap, outside, prose`The rest of the question is answered below.`);
}

function sentence(text: string, sheet: FactSheet): Span[] {
  return prose`“${quoteQuestion(text, sheet)}”${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** When a prompt has several questions, each answer begins with its question. */
function sectionOf(
  { understood, answer }: AnsweredQuestion,
  { isSingle, hasAnswer }: { isSingle: boolean; hasAnswer: boolean },
  sheet: FactSheet,
): ReportSection | null {
  if (answer === null && (isSingle || !hasAnswer)) return null;
  const question = isSingle ? [] : [paragraph(strong(prose`Question: ${sentence(understood.text, sheet)}`))];
  const missing = notUnderstoodSentences({ understood, answer }, sheet);
  const blocks = [...question, ...(missing === null ? [] : [paragraph(missing)])];
  if (answer === null) return { title: 'Not answered', blocks };
  return { title: answer.section.title, blocks: [...blocks, ...answer.section.blocks] };
}

function distinct(sections: readonly ReportSection[]): ReportSection[] {
  const seen = new Map<string, number>();
  return sections.map((section) => {
    const times = seen.get(section.title) ?? 0;
    seen.set(section.title, times + 1);
    return { ...section, title: `${section.title}${FOLLOW_UP_WORDS[times] ?? ' (additional question)'}` };
  });
}

const EXAMPLES: ReportSection = {
  title: 'What you can ask',
  blocks: [
    paragraph(
      prose`Questions about credits, debits, net flow, members, companies, returned debits and alerts: who, which, how much, how many, on average, when, what share, compared with what, and why something changed.`,
      prose`Questions can name days, members, companies, accounts, SEC codes and limits on amounts.`,
    ),
    table(
      'Examples',
      ['Question'],
      EXAMPLE_QUESTIONS.map((question) => [question]),
    ),
  ],
};

const METHOD: ReportSection = {
  title: 'Method and limits',
  blocks: [
    {
      kind: 'list',
      items: [
        prose`Questions are interpreted based on their words. “Interpreted as” states how each question was interpreted; words that were not understood are quoted before the answer. A question is not answered when these words narrow it or when its dates are unclear.`,
        prose`A question without dates uses the dates in the form, or the latest days in the ledger. Relative dates such as “last month” count back from the latest day in the ledger.`,
        prose`A name is looked up in the ledger when it is in quotes, in capitals or after words such as “from” or “company”.`,
        prose`Each account counts as a member. The ledger contains only ACH entries; it has no cash, checks, card transactions or balances. Returns, prenotes, NOCs and zero-dollar entries are not included in any total.`,
        prose`This report was composed by fixed rules from ledger figures; the same data always produces the same text. Every figure cites its source.`,
      ],
    },
  ],
};
