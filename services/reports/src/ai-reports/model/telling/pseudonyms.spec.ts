import { FactSheet } from '@clearwatch/domain/reports/fact-sheet';
import { Pseudonyms } from './pseudonyms.ts';

test('members are hidden from the model whatever signs their names have', () => {
  const sheet = new FactSheet();
  for (const name of ['Ann Smith-Jones', 'O’Neil (Jr.) Sam'])
    sheet.member({ label: 'Member', source: 'test' }, name);
  expect(new Pseudonyms(sheet.list()).hide('Ask Ann Smith-Jones, not O’Neil (Jr.) Sam.')).toBe(
    'Ask Member 1, not Member 2.',
  );
});
