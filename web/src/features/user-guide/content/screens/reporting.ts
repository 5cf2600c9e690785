import { EXAMPLE_QUESTIONS, REPORT_TYPE_LABELS, REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import type { GuideSection } from '../../model/guide-section.ts';
import { SERVICE_FACTS } from '../guide-facts.ts';

export const REPORTS: GuideSection = {
  topic: 'reports',
  part: 'Screens',
  title: 'Transaction Reports',
  blocks: [
    {
      kind: 'steps',
      items: [
        'Fill in what you look for. **Advanced Filters** holds codes, classes, descriptions, addenda, trace number and batch.',
        'Press **Apply Filters**, or Enter in any field. Nothing typed counts before.',
        'The chips above the results say what applies; each can be removed. **Clear Filters** removes all.',
        '**Export CSV** gives everything that matches, also far more than the 100 shown. It goes on if you leave the page.',
      ],
    },
    {
      kind: 'list',
      items: [
        'Names, companies, codes and descriptions are found by a part of them, whatever the case; trace number and batch by the whole number.',
        'An amount counts only when it is one, a range of days only with both ends.',
        '**Save filters** keeps them under a name, for you or for everybody. Yours can be renamed, shared and deleted.',
        'The address holds the filters. A row opens the transaction ({{transaction}}).',
        'Cells that a spreadsheet would take for a formula are made harmless in the CSV.',
      ],
    },
  ],
};

export const AI_REPORTS: GuideSection = {
  topic: 'ai-reports',
  part: 'Screens',
  title: 'AI Reports',
  blocks: [
    {
      kind: 'text',
      text: 'Reports in prose, tables and charts, written from figures that Clearwatch has computed: by rules, or worded by the language model that your institution has set up. Each report says by whom.',
    },
    {
      kind: 'list',
      items: [
        'Point at an underlined figure, or go through them with the arrow keys, to see what it is and where it comes from.',
        'A figure of the model that no computed fact holds is marked, and the report says so at its top: check it before you use it.',
        'A model is told facts, not people: names and account numbers are put in on the premises.',
        'A report grows while it is written; you may leave, and it can be cancelled. It can be taken out as PDF or Markdown.',
        `Reports are kept for ${SERVICE_FACTS.reportYears} years. Admins can delete one before.`,
      ],
    },
    {
      kind: 'text',
      text: 'A report of the type Custom answers your own questions about credits, debits, members, companies, returned debits and alerts. Each answer begins with a sentence with its figures, then a table, then **Read as**, which says how the question was taken.',
    },
    {
      kind: 'list',
      items: [
        'Ask who, which, how much, how many, on average, when, what share, compared with what, or why something changed; by company, member, day, week, month, quarter or SEC class.',
        'Name days (“last month”, “since June”, “between March and May”), members, companies, accounts, SEC classes or a limit (“over $500”). Put names in quotes or capitals.',
        'Words that were not understood are quoted before the answer. Where they outweigh the rest, or a name is not in the ledger, there is no answer instead of one to another question.',
        'Companies send credits and collect debits: “companies that received credits” is read as those that sent them, and the answer says so.',
      ],
    },
    {
      kind: 'table',
      caption: 'What a custom report can be asked, for example',
      columns: ['Questions'],
      rows: EXAMPLE_QUESTIONS.map((question) => [question]),
    },
    {
      kind: 'table',
      caption: 'What a report can be about',
      columns: ['Report types'],
      rows: REPORT_TYPES.map((type) => [REPORT_TYPE_LABELS[type]]),
    },
  ],
};
