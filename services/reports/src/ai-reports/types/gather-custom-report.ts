import { memberKey } from '@clearwatch/domain/members/member-names';
import type { FoundName, Query } from '@clearwatch/domain/report-writing/custom/custom-query';
import { type CustomData, custom } from '@clearwatch/domain/report-writing/custom/custom-report';
import type { QueryDays } from '@clearwatch/domain/report-writing/custom/query-days';
import { periodOfPrompt } from '@clearwatch/domain/report-writing/custom/question-periods';
import {
  type NameCandidate,
  nameCandidates,
  toQuery,
} from '@clearwatch/domain/report-writing/custom/question-to-query';
import { readQuestion, splitQuestions } from '@clearwatch/domain/report-writing/custom/read-question';
import { type ReportScope, reportPeriod } from '@clearwatch/domain/report-writing/report-composer';
import { answerQuery } from '../queries/answer-query.ts';
import { accountsIn, defineReport, fields, type LedgerReader, memberRefs, textsOf } from '../queries/ledger-facts.ts';

/** A name that matches more members or companies than this is not specific enough. */
const MAX_NAME_HOLDERS = 200;

/** Resolves words to companies by full name or prefix, and to members by first and last name or account. */
async function findNames(
  ledger: LedgerReader,
  candidates: readonly NameCandidate[],
): Promise<(candidate: NameCandidate) => FoundName | null> {
  if (candidates.length === 0) return () => null;
  const wordsOf = (some: readonly NameCandidate[]) => [...new Set(some.map(({ words }) => upper(words)))];
  const words = wordsOf(candidates);
  const beginnings = wordsOf(candidates.filter(({ mayBeBeginning }) => mayBeBeginning));
  const companies = await textsOf(ledger, words, beginnings)`
    SELECT company FROM analytics.company_figures
        WHERE upper(company) = ANY ($1)
           OR EXISTS (SELECT FROM unnest($2::text[]) AS p (prefix)
                       WHERE upper(company) ~ ('^' || regexp_replace(p.prefix, '([^[:alnum:] ])', '\\\\\\1', 'g') || '[^[:alnum:]]'))
        ORDER BY company`;
  const keys = candidates.flatMap((candidate) => keysOf(candidate.words));
  const numbers = candidates.map(digitsOf).filter((number) => number !== '');
  const endings = numbers.filter((number) => number.length === 4);
  const columns = fields({ text: ['accountNumber', 'memberKey'] });
  const members = await columns.all(ledger, keys, [...numbers, ...words], endings)`
    SELECT account_number, member_key FROM ledger.members
      WHERE member_key = ANY ($1) OR account_number = ANY ($2) OR right(account_number, 4) = ANY ($3) ORDER BY account_number`;
  const refOf = await memberRefs(ledger, accountsIn(members));
  const accountsOf = (candidate: NameCandidate): string[] => {
    const own = keysOf(candidate.words);
    const number = digitsOf(candidate);
    const isAccount = (account: string) =>
      [candidate.words, number].includes(account) || (number.length === 4 && account.endsWith(number));
    return members
      .filter((member) =>
        candidate.only === 'account' ? isAccount(member.accountNumber) : own.includes(member.memberKey),
      )
      .map(({ accountNumber }) => accountNumber);
  };
  return (candidate) => {
    const found = { words: candidate.words, members: [], companies: [] };
    const name = upper(candidate.words);
    const whole = companies.filter((company) => company.toUpperCase() === name);
    const beginning = candidate.mayBeBeginning
      ? companies.filter((company) => startsWith(company.toUpperCase(), name))
      : [];
    const isCompany = candidate.only !== 'member' && candidate.only !== 'account';
    const own = candidate.only === 'company' ? [] : accountsOf(candidate);
    if (isCompany && whole.length > 0) return { ...found, companies: whole };
    if (own.length > 0 && own.length <= MAX_NAME_HOLDERS) return { ...found, members: own.map(refOf) };
    return isCompany && beginning.length > 0 && beginning.length <= MAX_NAME_HOLDERS
      ? { ...found, companies: beginning }
      : null;
  };
}

const digitsOf = ({ words }: NameCandidate) => words.replaceAll(/\D/g, '');
const upper = (words: string) => words.toUpperCase().replaceAll(/\s+/g, ' ').trim();
const startsWith = (company: string, name: string) =>
  company.startsWith(name) && /^[^\p{L}\p{N}]/u.test(company.slice(name.length));

/** Matches "Ruth Miller", "Miller, Ruth" and "Mary Ann Lee". The first or last name may have two words. */
function keysOf(words: string): string[] {
  const [last, first] = words.split(/,\s*/);
  if (first !== undefined && last !== undefined && first !== '')
    return [memberKey({ firstName: first, lastName: last }) ?? ''];
  const parts = words.trim().split(/\s+/);
  return parts.slice(1).flatMap(
    (_, index) =>
      memberKey({
        firstName: parts.slice(0, index + 1).join(' '),
        lastName: parts.slice(index + 1).join(' '),
      }) ?? [],
  );
}

/** Limits the length of a report; a prompt has up to 2,000 characters. */
const MAX_QUESTIONS = 12;

export const customReport = defineReport(custom, queryCustomReport);

async function queryCustomReport(ledger: LedgerReader, scope: ReportScope): Promise<CustomData> {
  const { asOf, firstDay, period } = scope;
  const usual = reportPeriod({ firstDay: null, lastDay: null }, asOf).period;
  const days: QueryDays = {
    asOf,
    firstDay,
    period,
    isUsualPeriod: period.firstDay === usual.firstDay && period.lastDay === usual.lastDay,
  };
  const questions: CustomData['questions'] = [];
  let before: Query | null = null;
  const texts = splitQuestions(scope.prompt ?? '').slice(0, MAX_QUESTIONS);
  for (const [index, { text, isContinued }] of texts.entries()) {
    const next = texts[index + 1];
    // "How many credits and how many debits in October": the last part names the period.
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
  return { scope, questions };
}
