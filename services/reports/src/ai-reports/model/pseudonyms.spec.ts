import { FactSheet } from '@clearwatch/domain/report-writing/fact-sheet';
import { namesToWithhold, Pseudonyms } from './pseudonyms.ts';

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
  const pseudonyms = new Pseudonyms(facts, namesToWithhold(prompt, facts, new Pseudonyms(facts)));
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
