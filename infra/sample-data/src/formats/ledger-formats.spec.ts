import { createHash } from 'node:crypto';
import { CsvFileReader } from '@clearwatch/domain/csv/csv-file-reader';
import { findCsvTable } from '@clearwatch/domain/csv/find-csv-table';
import { guessMapping, mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { readTransactionRow } from '@clearwatch/domain/ledger/read-transaction-row';
import { generateLedger } from '../generate-ledger.ts';
import { DEFAULT_LEDGER_OPTIONS } from '../ledger-options.ts';
import { csvChunks, FORMATS, toExtractionJson } from './ledger-formats.ts';

const CONTEXT = { latestDay: '2027-12-31' };
const entries = [...generateLedger({ seed: 5, transactions: 2_000, accounts: 200, lastDay: '2026-11-18' })];
const file = Buffer.from([...csvChunks(entries)].join(''));

describe('CSV', () => {
  const table = findCsvTable(file, { isWhole: true });
  if (table === null) throw new Error('the file is no table');
  const { mapping, questions } = guessMapping(table, CONTEXT);

  it('the sample CSV file is imported without a manual column mapping', () => {
    expect(questions).toEqual([]);
    expect(mappingProblems(mapping)).toEqual([]);
    expect(mapping.columns).toHaveLength(15);
  });

  it('the sample CSV file has the same rows as the JSON file, field by field', () => {
    const reader = new CsvFileReader(mapping, CONTEXT);
    const rows = [...reader.push(file), ...reader.end()].map(({ read }) => read);
    expect(rows).toEqual(entries.map((entry) => readTransactionRow(toExtractionJson(entry), CONTEXT)));
  });
});

describe.each(Object.entries(FORMATS))('the format %s', (_name, chunksOf) => {
  const digestOf = (seed: number): string => {
    const hash = createHash('sha256');
    const options = { ...DEFAULT_LEDGER_OPTIONS, transactions: 2_000, accounts: 400, seed };
    for (const piece of chunksOf(generateLedger(options))) hash.update(piece);
    return hash.digest('hex');
  };

  it('a sample file has the same bytes for the same seed and different bytes for another', () => {
    expect(digestOf(1)).toBe(digestOf(1));
    expect(digestOf(2)).not.toBe(digestOf(1));
  });
});
