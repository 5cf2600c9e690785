import { findTable } from './guess/find-table.ts';
import { headerFingerprint } from './header-fingerprint.ts';
import { guessOf } from './testing/guess-of.ts';

function fingerprintOf(file: string): string | null {
  const table = findTable(Buffer.from(file), { isWhole: true });
  return table === null ? null : headerFingerprint(table, guessOf(file).mapping);
}

const ROW = '\n100000017,Paula Sample,1.00\n';

it('is the same for the same columns, whatever their case, blanks, titles and delimiter', () => {
  const plain = fingerprintOf(`Account,Name,Amount${ROW}`);
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprintOf(`Report of 3/16\n"ACCOUNT ", name ,Amount,${ROW}`)).toBe(plain);
  expect(fingerprintOf(`Account;Name;Amount${ROW.replaceAll(',', ';')}`)).toBe(plain);
});

it('changes with the columns and their order', () => {
  const different = [
    `Account,Name,Amount${ROW}`,
    `Name,Account,Amount${ROW}`,
    `Account,Name,Amount,Date${ROW}`,
  ].map(fingerprintOf);
  expect(new Set(different).size).toBe(different.length);
});

it('does not exist without a header', () => {
  expect(fingerprintOf(`100000017,Paula Sample,1.00${ROW}`)).toBeNull();
});
