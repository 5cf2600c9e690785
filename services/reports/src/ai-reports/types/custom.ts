import type { Asked } from '@clearwatch/domain/reports/asked';
import { reportPeriod } from '@clearwatch/domain/reports/report-period';
import { type CustomData, custom } from '@clearwatch/domain/reports/types/custom/custom';
import { periodOfPrompt } from '@clearwatch/domain/reports/types/custom/period-in-prompt';
import {
  candidatesOf,
  type Query,
  type QueryDays,
  toQuery,
} from '@clearwatch/domain/reports/types/custom/query';
import { readQuestion, splitQuestions } from '@clearwatch/domain/reports/types/custom/read-question';
import { answerQuery } from '../facts/answer-query.ts';
import { findNames } from '../facts/find-names.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { defineReport } from './define-report.ts';

/** A prompt holds 2,000 characters; nobody reads more answers than these in one report. */
const MOST_QUESTIONS = 12;

export const customReport = defineReport(custom, gather);

async function gather(ledger: LedgerFacts, asked: Asked): Promise<CustomData> {
  const { asOf, firstDay, period } = asked;
  const usual = reportPeriod({ firstDay: null, lastDay: null }, asOf).period;
  const days: QueryDays = {
    asOf,
    firstDay,
    period,
    isUsualPeriod: period.firstDay === usual.firstDay && period.lastDay === usual.lastDay,
  };
  const questions: CustomData['questions'] = [];
  let before: Query | null = null;
  const texts = splitQuestions(asked.prompt ?? '').slice(0, MOST_QUESTIONS);
  for (const [index, { text, isContinued }] of texts.entries()) {
    const next = texts[index + 1];
    // "How many credits and how many debits in October": the days stand behind the last part.
    const later = next?.isContinued === true ? periodOfPrompt(next.text, days) : null;
    const shared = isContinued && before !== null ? before.period : later;
    const own = shared === null ? days : { ...days, period: shared, isUsualPeriod: false };
    const read = readQuestion(text, own);
    const find = await findNames(
      ledger,
      read.names.flatMap((name) => candidatesOf(read, name)),
    );
    const understood = toQuery(read, find, { days: own, before });
    if (understood === null) continue;
    before = understood.query ?? before;
    const answered = understood.query === null ? null : await answerQuery(ledger, understood.query);
    questions.push({ understood, answered });
  }
  return { asked, questions };
}
