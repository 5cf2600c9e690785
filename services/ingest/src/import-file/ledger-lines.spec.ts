import { LEDGER_COLUMNS, ledgerLines } from './ledger-lines.ts';

const HASH = '0123456789abcdef0123456789abcdef';
const REST = ['ACME', 'Sämple', 'a\\tb\\nc', ...Array.from({ length: 17 }, () => '\\N')];

const accepted = (row: number, { line = row, traced = true, key = 'PAULA|SAMPLE' } = {}) =>
  `${[row, line, '\\N', HASH, traced ? 't' : 'f', key, ...REST].join('\t')}\n`;
const refused = (row: number) =>
  `${[row, row, '{"list":[{"value":"t\\\\tt"}]}', ...Array.from({ length: 23 }, () => '\\N')].join('\t')}\n`;
const ofLedger = (importId: number, line: number) => `${[importId, line, HASH, ...REST].join('\t')}\n`;

function parted(pieces: string[], importId = 7): { entries: string; others: string } {
  const { entries, others } = ledgerLines(
    pieces.map((piece) => Buffer.from(piece)),
    importId,
  );
  return { entries: entries.toString(), others: Buffer.concat(others).toString() };
}

describe('staged lines for the ledger', () => {
  it('have the import, the line, the identity and the fields of an entry as they were', () => {
    const { entries } = parted([accepted(1, { line: 12 }) + accepted(2, { key: '\\N' }), accepted(3)]);
    expect(entries).toBe(ofLedger(7, 12) + ofLedger(7, 2) + ofLedger(7, 3));
    expect(entries.split('\n')[0]?.split('\t')).toHaveLength(LEDGER_COLUMNS.length);
  });

  it('leave out refused rows and entries without a trace number, which stay as they are', () => {
    const pieces = [refused(1) + accepted(2), accepted(3, { traced: false }), accepted(4) + refused(5)];
    expect(parted(pieces)).toEqual({
      entries: ofLedger(7, 2) + ofLedger(7, 4),
      others: refused(1) + accepted(3, { traced: false }) + refused(5),
    });
    expect(parted([refused(1)])).toEqual({ entries: '', others: refused(1) });
    expect(parted([])).toEqual({ entries: '', others: '' });
  });

  it('have room for the largest number of an import, however short the entries are', () => {
    const short = `${['1', '1', '\\N', HASH, 't', '\\N', ...Array.from({ length: 20 }, () => '')].join('\t')}\n`;
    const largest = Number.MAX_SAFE_INTEGER;
    const { entries } = parted([short.repeat(1_000)], largest);
    expect(entries).toBe(
      `${[largest, 1, HASH, ...Array.from({ length: 20 }, () => '')].join('\t')}\n`.repeat(1_000),
    );
  });
});
