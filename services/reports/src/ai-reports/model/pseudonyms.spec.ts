import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import { Pseudonyms, textsToWithhold } from './pseudonyms.ts';

test('pseudonyms hide members from the model, even with special characters in their names', () => {
  const sheet = new FactSheet();
  for (const name of ['Ann Smith-Jones', 'O’Neil (Jr.) Sam']) sheet.member({ label: 'Member', source: 'test' }, name);
  expect(new Pseudonyms(sheet.list()).hide('Ask Ann Smith-Jones, not O’Neil (Jr.) Sam.')).toBe(
    'Ask Member 1, not Member 2.',
  );
});

test('names that staff typed are withheld from the model, even where the report repeats them', () => {
  const sheet = new FactSheet();
  sheet.member({ label: 'Member', source: 'test' }, 'Jane Doe');
  sheet.member({ label: 'Member', source: 'test' }, 'Robert Miller');
  sheet.company({ label: 'Company', source: 'test' }, 'ACME PAYROLL');
  sheet.word({ label: 'Requested name', source: 'test' }, 'Zebulon Quimby');
  const facts = sheet.list();
  const prompt =
    'What did Doe, Jane, miller and Zebulon Quimby get from Acme in Money Mule Activity of WEB entries, 440011441, $25,000?';
  const pseudonyms = new Pseudonyms(facts, textsToWithhold(prompt, facts, new Pseudonyms(facts)));
  expect(pseudonyms.hideInPrompt(prompt)).toBe(
    'What did Member 1, Member 2 and [name withheld] get from Acme in Money Mule Activity of WEB entries, [number withheld], $25,000?',
  );
  expect(pseudonyms.hide('No member is called ZEBULON QUIMBY, account ***4411.')).toBe(
    'No member is called [name withheld], account an account.',
  );
});

test.each([
  ['account 440011', 'account [number withheld]'],
  ['SSN 123-45-6789.', 'SSN [number withheld].'],
  ['card 4111 1111 1111 1111', 'card [number withheld]'],
  ['from 2026-08-01 to 2026-08-31 above $250000 or 25,000,000.00', null],
])('account, card and Social Security numbers are withheld from the model in "%s"', (typed, expected) => {
  expect(new Pseudonyms([]).hideInPrompt(typed)).toBe(expected ?? typed);
});

test.each([
  [
    'an account number in any form',
    'Total debits of account AB-4400.1144 or 44.00.11.44',
    'Total debits of account [number withheld] or [number withheld]',
  ],
  ['a short account number', 'Credits of account 44001', 'Credits of account [number withheld]'],
  [
    'a date of birth',
    'Who was born on 08/01/1980, 1980-08-01 or 1.8.1980?',
    'Who was [name withheld] on [number withheld], [number withheld] or [number withheld]?',
  ],
  ['an e-mail address', 'Payments from jane.doe@example.org in March', 'Payments from [name withheld] in March'],
  ['a telephone number', 'Credits of +1 (555) 010-0199', 'Credits of +1 (555) [number withheld]'],
  [
    'a lowercase name',
    'how much did zebulon quimby receive in 2026?',
    'how much did [name withheld] [name withheld] receive in 2026?',
  ],
  ['a Chinese name', 'How much did 王小明 pay?', 'How much did [name withheld] pay?'],
  ['a Cyrillic name', 'Debits of Иванова and иванова', 'Debits of [name withheld] and [name withheld]'],
  ['an Arabic name', 'Debits of محمد علي', 'Debits of [name withheld] [name withheld]'],
  ['a Hindi name', 'Credits of प्रिया शर्मा’s employer', 'Credits of [name withheld] [name withheld]’s employer'],
  ['an accented name', 'debits of josé núñez', 'debits of [name withheld] [name withheld]'],
])('%s that staff typed is withheld from the model', (_what, typed, expected) => {
  expect(hiddenPrompt(typed)).toBe(expected);
});

test.each([
  'How many WEB debits over $1,000.00 were returned in the last 90 days, compared with March 2026?',
  'Top 10 companies by total credits per month',
  'Which members received more than 25% from payroll for the first time in the 2nd quarter?',
])('the model gets the question "%s" as it was typed', (typed) => {
  expect(hiddenPrompt(typed)).toBe(typed);
});

function hiddenPrompt(typed: string): string {
  return new Pseudonyms([], textsToWithhold(typed, [], new Pseudonyms([]))).hideInPrompt(typed);
}

// cspell:ignore Иванова иванова محمد प्रिया शर्मा’s
