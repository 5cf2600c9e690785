import * as fc from 'fast-check';
import { ENTRY_LAYOUTS, type EntryFamily, valuesOf } from './nacha-layouts.ts';
import { aNachaFile, readNacha, type TestBatch } from './testing/nacha-fixtures.ts';

const PAYROLL: TestBatch = {
  sec: 'PPD',
  entries: [{}, { fields: { transactionCode: '27', amount: '999' } }],
};

describe('generated NACHA files', () => {
  const classes = ['PPD', 'CCD', 'WEB', 'TEL', 'CTX', 'CIE', 'MTE', 'POP', 'ARC', 'SHR', 'TRC', 'ATX', 'ENR', 'XYZ'];
  const entry = fc.record({
    fields: fc.record({
      transactionCode: fc.constantFrom('22', '27', '32', '37', '23', '42', '55'),
      amount: fc.nat(9_999_999_999).map(String),
      account: fc.stringMatching(/^[A-Z0-9-]{1,17}$/),
    }),
    addenda: fc.array(fc.constant(`705${'REMITTANCE'.padEnd(80)}00010000001`), { maxLength: 3 }),
  });
  const batch = fc.record({ sec: fc.constantFrom(...classes), entries: fc.array(entry, { maxLength: 4 }) });
  const file = fc.array(batch, { maxLength: 4 });
  const ends = fc.constantFrom('\n', '\r\n', '\r', '');

  test('any valid NACHA file returns its entries byte for byte and balances', () => {
    fc.assert(
      fc.property(file, ends, fc.integer({ min: 1, max: 300 }), (batches, end, pieceBytes) => {
        const records = aNachaFile(batches);
        const { items, entries } = readNacha(Buffer.from(records.join(end)), pieceBytes);
        expect(
          items
            .filter(({ type }) => type === 'batch' || type === 'file')
            .map((item) => 'balanced' in item && item.balanced),
        ).not.toContain(false);
        const rendered = entries.flatMap(({ record, addenda, batch: { family } }) => [
          renderedAgain(record.text, family),
          ...addenda.map(({ raw }) => raw),
        ]);
        expect(rendered).toEqual(records.filter((record) => /^[67]/.test(record)));
        expect(entries.map(({ account, amountCents }) => [account, String(amountCents)])).toEqual(
          batches.flatMap((one) => one.entries.map(({ fields }) => [fields.account, fields.amount])),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('a NACHA file with damaged bytes is read to its end', () => {
    const damage = fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: 0, max: 255 })), { maxLength: 20 });
    fc.assert(
      fc.property(file, ends, damage, (batches, end, hits) => {
        const bytes = Buffer.from(aNachaFile([PAYROLL, ...batches]).join(end));
        for (const [at, byte] of hits) if (at > 4 && at < bytes.length) bytes[at] = byte;
        const { items } = readNacha(bytes, 97);
        expect(items.at(-1)).toMatchObject({ type: 'file' });
      }),
      { numRuns: 200 },
    );
  });
});

function renderedAgain(record: string, family: EntryFamily): string {
  return valuesOf(ENTRY_LAYOUTS[family], record).join('');
}
