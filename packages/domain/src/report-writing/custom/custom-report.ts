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
  /** The questions of the prompt in their order; `answered` is null where there is no query. */
  questions: { understood: UnderstoodQuestion; answered: AnswerData | null }[];
}

/** The headline repeats this many answers; the others appear in their section only. */
const MAX_ANSWERS_IN_HEADLINE = 3;
const FOLLOW_UP_WORDS = ['', ' (second question)', ' (third question)'];

export const custom: ReportComposer<CustomData> = {
  type: 'custom',
  purpose:
    'Answers questions about credits, debits, members, companies, returns and alerts: who, how much, how many, when, compared with.',
  compose({ scope, questions }, { sheet }) {
    const context: ReportContext = { scope, sheet };
    const answers = questions.map(({ understood, answered }) => ({
      understood,
      answer:
        understood.query === null || answered === null ? null : answerOf(understood.query, answered, context),
    }));
    const isSingle = answers.length === 1;
    const hasAnswer = answers.some(({ answer }) => answer !== null);
    const hasGap = answers.some(({ understood }) => understood.query === null);
    const openings = answers
      .slice(0, MAX_ANSWERS_IN_HEADLINE)
      .map((each) => sentences(notUnderstoodSentences(each, sheet), each.answer && each.answer.lead));
    return {
      headline: openings.length === 0 ? prose`The prompt asks no question.` : sentences(...openings),
      sections: distinct([
        ...answers
          .map((each) => sectionOf(each, { isSingle, hasAnswer }, sheet))
          .filter((section) => section !== null),
        ...(hasGap || answers.length === 0 ? [EXAMPLES] : []),
        METHOD,
      ]),
    };
  },
};

type AnsweredQuestion = { understood: UnderstoodQuestion; answer: Answer | null };

function notUnderstoodSentences({ understood, answer }: AnsweredQuestion, sheet: FactSheet): Span[] | null {
  const { notUnderstood, unknownNames, isNarrowed, beyond, text } = understood;
  const quote = (words: readonly string[]) =>
    joinWithAnd(words.map((each) => prose`“${quoteQuestion(each, sheet)}”`));
  const outside =
    beyond.length === 0 ? null : prose`A ledger of ACH entries does not hold ${joinWithAnd(beyond)}.`;
  const unread = () => (notUnderstood.length === 0 ? null : prose`Not understood: ${quote(notUnderstood)}.`);
  if (unknownNames.length > 0)
    return sentences(
      unread(),
      prose`No member, company or account of the ledger is called ${quote(unknownNames)}, so this is not answered: ${sentence(text, sheet)}`,
      outside,
    );
  if (answer === null && isNarrowed && notUnderstood.length > 0)
    return sentences(
      unread(),
      outside,
      prose`Without that it would be another question, so this is not answered: ${sentence(text, sheet)}`,
    );
  if (answer === null)
    return sentences(prose`Not understood: ${sentence(text, sheet)}`, outside, prose`It is not answered.`);
  const gap = unread();
  return gap && sentences(gap, outside, prose`The rest of the question is answered below.`);
}

function sentence(text: string, sheet: FactSheet): Span[] {
  return prose`“${quoteQuestion(text, sheet)}”${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** With several questions each answer begins with its own. */
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
    return { ...section, title: `${section.title}${FOLLOW_UP_WORDS[times] ?? ' (further question)'}` };
  });
}

const EXAMPLES: ReportSection = {
  title: 'What can be asked',
  blocks: [
    paragraph(
      prose`Questions about credits, debits, net flow, members, companies, returned debits and alerts: who, which, how much, how many, on average, when, what share, compared with what, and why something changed.`,
      prose`They may name days, members, companies, accounts, SEC classes and limits of an amount.`,
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
        prose`Questions are read by their words. “Read as” says what each was taken for; words that were not understood are quoted before its answer. Where they narrow the question down, or name days only in part, it is not answered.`,
        prose`Where a question names no days, they are those of the form, or the newest of the ledger. Relative days such as “last month” count back from the newest day of the ledger.`,
        prose`A name is looked for in the ledger when it is in quotes, in capitals or behind words such as “from” or “company”.`,
        prose`A member is an account. The ledger holds ACH entries alone: cash, checks, cards and balances are not in it. Returns, prenotes, notices and zero-dollar entries are in no sum.`,
        prose`Composed by fixed rules from the figures of the ledger: the same ledger gives the same words. Each figure shows its source.`,
      ],
    },
  ],
};
