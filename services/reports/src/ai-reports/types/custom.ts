import { type CustomData, custom } from '@clearwatch/domain/report-writing/custom/custom-report';
import { periodOfPrompt } from '@clearwatch/domain/report-writing/custom/question-periods';
import {
  nameCandidates,
  type Query,
  type QueryDays,
  toQuery,
} from '@clearwatch/domain/report-writing/custom/question-to-query';
import { readQuestion, splitQuestions } from '@clearwatch/domain/report-writing/custom/read-question';
import { type ReportScope, reportPeriod } from '@clearwatch/domain/report-writing/report-composer';
import { answerQuery } from '../facts/answer-query.ts';
import { findNames } from '../facts/find-names.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { defineReport } from './define-report.ts';

/** A prompt holds 2,000 characters; nobody reads more answers than these in one report. */
const MOST_QUESTIONS = 12;

export const customReport = defineReport(custom, gather);

async function gather(ledger: LedgerFacts, asked: ReportScope): Promise<CustomData> {
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
      read.names.flatMap((name) => nameCandidates(read, name)),
    );
    const understood = toQuery(read, find, { days: own, before });
    if (understood === null) continue;
    before = understood.query ?? before;
    const answered = understood.query === null ? null : await answerQuery(ledger, understood.query);
    questions.push({ understood, answered });
  }
  return { asked, questions };
}
