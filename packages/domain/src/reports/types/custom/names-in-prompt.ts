import { memberKey } from '../../../members/member-key.ts';

/** As many words as names of companies have. */
const MOST_WORDS = 5;
/** A single word that is only the beginning of a company's name must be so long to be meant. */
const LEAST_PREFIX = 4;
/** Words of a question that begin sentences with a capital and are no names. */
const OPENERS = new Set(
  'show tell list give what who whose why how when where which is are was were did does do has have had compare explain please the a an in for of on about any all and or can could report write'.split(
    ' ',
  ),
);
const MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

/** What of a question may be the name of somebody in the ledger. */
export interface NamesInPrompt {
  /** `memberKey`s of every two neighbouring words. */
  memberKeys: string[];
  /** Accounts by their number, or by its last digits ("***4570"). */
  accountNumbers: string[];
  accountEnds: string[];
  /** Names of companies, in capitals, whole or their beginning. */
  companies: string[];
  companyPrefixes: string[];
  /** Words that are written as a name is: to be missed when nobody bears them. */
  looksLikeName: string[];
}

export function namesInPrompt(prompt: string): NamesInPrompt {
  const sentences = prompt.split(/[.?!;:\n]+(?:\s|$)/).map(wordsIn);
  const runs = sentences.flatMap((words) => runsOf(words));
  return {
    memberKeys: unique(
      sentences.flatMap((words) =>
        words
          .slice(1)
          .flatMap((lastName, index) => memberKey({ firstName: words[index] ?? '', lastName }) ?? []),
      ),
    ),
    accountNumbers: unique(prompt.match(/(?<![\d*])\d{6,17}(?!\d)/g) ?? []),
    accountEnds: unique(
      [...prompt.matchAll(/(?:\*{2,}|ending (?:in|with) )(\d{4})\b/gi)].map(([, end]) => end ?? ''),
    ),
    companies: unique(runs.map((run) => run.join(' ').toUpperCase()).filter((name) => name.length > 2)),
    companyPrefixes: unique(runs.filter(mayBeBeginning).map((run) => run.join(' ').toUpperCase())),
    looksLikeName: sentences.flatMap(capitalRuns),
  };
}

function wordsIn(sentence: string): string[] {
  return sentence
    .split(/[\s,()"“”]+/u)
    .map((word) => word.replaceAll(/^['’]|['’]s?$/gu, ''))
    .filter((word) => word !== '');
}

/** Every stretch of neighbouring words. */
function runsOf(words: readonly string[]): string[][] {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(MOST_WORDS, words.length - from) }, (__, more) =>
      words.slice(from, from + more + 1),
    ),
  );
}

function mayBeBeginning(run: readonly string[]): boolean {
  const [first = ''] = run;
  if (!/^\p{Lu}/u.test(first) || isNoName(first)) return false;
  return run.length > 1 ? run.every((word) => /^[\p{Lu}\d]/u.test(word)) : first.length >= LEAST_PREFIX;
}

/** "Acme Payroll" in "Why did Acme Payroll pay less": two words with capitals and more. */
function capitalRuns(words: readonly string[]): string[] {
  const names: string[] = [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    if (/^\p{Lu}/u.test(word) && !isNoName(word)) run.push(word);
    else {
      if (run.length > 1) names.push(run.join(' '));
      run = [];
    }
  }
  return names;
}

const isNoName = (word: string) => OPENERS.has(word.toLowerCase()) || MONTHS.test(word);
const unique = (words: readonly string[]) => [...new Set(words)];
