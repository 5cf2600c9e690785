import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { readTransactionRow } from '@clearwatch/domain/ledger/read-transaction-row';
import { generateLedger } from '../generate-ledger.ts';
import { type ExtractionRow, jsonChunks, toExtractionJson, writeLedger } from './ledger-formats.ts';

const SAMPLE = { seed: 1, transactions: 13_190, accounts: 2_583, lastDay: '2026-11-18' };
const ledger = (transactions = 2_000, accounts = 200) =>
  generateLedger({ seed: 5, transactions, accounts, lastDay: '2026-11-18' });

describe('JSON', () => {
  const text = [...jsonChunks(ledger())].join('');
  const rows = (JSON.parse(text) as { transactions: ExtractionRow[] }).transactions;

  it('the sample JSON file is one object with all rows and a value in every required field', () => {
    expect(rows).toHaveLength(2_000);
    const required = ['company', 'last_name', 'first_name', 'account_number', 'original_account'] as const;
    for (const row of rows) {
      expect(required.every((field) => row[field].length > 0)).toBe(true);
      expect(row.amount).toMatch(/^\d+\.\d{2}$/);
      expect(row.posting_date).toMatch(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/);
      expect(row.transaction_code).toMatch(row.transaction_type === 'Credit' ? /^[23][123]$/ : /^[23][678]$/);
    }
  });

  it('the sample JSON file takes about 350 bytes per row', () => {
    expect(text.length / rows.length).toBeGreaterThan(320);
    expect(text.length / rows.length).toBeLessThan(380);
  });

  it('the sample JSON file does not contain the labels of injected behaviors', () => {
    expect(text).not.toContain('behavior');
  });
});

describe('JSON rows', () => {
  it('the rows of the sample JSON file show whether an entry moved money', () => {
    const entries = [...generateLedger(SAMPLE)];
    const wanted = entries.map(({ notice, transactionCode }) => notice === null && !/[38]$/.test(transactionCode));
    expect(wanted.filter((movedMoney) => !movedMoney).length).toBeGreaterThan(20);
    const read = entries.map((entry) => readTransactionRow(toExtractionJson(entry), { latestDay: '2027-12-31' }));
    expect(read.map((one) => 'row' in one && one.row.entryKind === 'money')).toEqual(wanted);
  });
});

describe('writing a JSON file', () => {
  it('the sample file writer waits while the stream is full', async () => {
    let made = 0;
    function* counted() {
      for (const entry of ledger(20_000, 2_000)) {
        made += 1;
        yield entry;
      }
    }
    const slow = new PassThrough({ highWaterMark: 1 });
    const written = writeLedger(slow, counted(), 'extraction');
    await once(slow, 'readable');
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(10_000);
    slow.resume();
    await written;
    expect(made).toBe(20_000);
  });

  it('the sample file writer fails when the stream fails', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    await expect(writeLedger(full, ledger(), 'extraction')).rejects.toThrow('disk full');
  });
});
