import { LEDGER_COLUMNS, newLineBuffers, toLedgerLines } from './direct-copy.ts';

const HASH = '0123456789abcdef0123456789abcdef';
const fields = (account: string) => [
  'ACME',
  'Sämple',
  'a\\tb\\nc',
  '\\N',
  account,
  ...Array.from({ length: 15 }, () => '\\N'),
];

const accepted = (row: number, { line = row, traced = true, account = '17' } = {}) =>
  `${[row, line, '\\N', HASH, traced ? 't' : 'f', ...fields(account)].join('\t')}\n`;
const refused = (row: number) =>
  `${[row, row, '{"list":[{"value":"t\\\\tt"}]}', ...Array.from({ length: 22 }, () => '\\N')].join('\t')}\n`;
const ofLedger = (importId: number, line: number, account = '17') =>
  `${[importId, line, HASH, ...fields(account)].join('\t')}\n`;

function splitCopyText(pieces: string[], importId = 7): { entries: string; others: string } {
  const { entries, others } = toLedgerLines(
    pieces.map((piece) => Buffer.from(piece)),
    importId,
  );
  return { entries: entries.toString(), others: Buffer.concat(others).toString() };
}

describe('lines for the ledger', () => {
  it('a line for the ledger has the import id, line, identity and fields of its entry unchanged', () => {
    const { entries } = splitCopyText([accepted(1, { line: 12 }) + accepted(2), accepted(3)]);
    expect(entries).toBe(ofLedger(7, 12) + ofLedger(7, 2) + ofLedger(7, 3));
    expect(entries.split('\n')[0]?.split('\t')).toHaveLength(LEDGER_COLUMNS.length);
  });

  it('lines for the ledger are grouped by account in their original order', () => {
    const accounts = ['5', '17', '5', '170', '17', ''];
    const { entries, others } = splitCopyText([
      refused(9) + accounts.map((account, index) => accepted(index + 1, { account })).join(''),
    ]);
    const order = [6, 2, 5, 4, 1, 3];
    expect(entries).toBe(order.map((line) => ofLedger(7, line, accounts[line - 1])).join(''));
    expect(others).toBe(refused(9));
  });

  it('lines for the ledger exclude rejected rows and entries without a trace number, which stay unchanged', () => {
    const pieces = [refused(1) + accepted(2), accepted(3, { traced: false }), accepted(4) + refused(5)];
    expect(splitCopyText(pieces)).toEqual({
      entries: ofLedger(7, 2) + ofLedger(7, 4),
      others: refused(1) + accepted(3, { traced: false }) + refused(5),
    });
    expect(splitCopyText([refused(1)])).toEqual({ entries: '', others: refused(1) });
    expect(splitCopyText([])).toEqual({ entries: '', others: '' });
  });

  it('lines for the ledger contain nothing from longer lines that used the same memory before', () => {
    const rooms = newLineBuffers();
    const entriesOf = (text: string) => toLedgerLines([Buffer.from(text)], 7, rooms).entries.toString();
    const unordered = ['5', '17', '170'].map((account, index) => accepted(index + 1, { account })).join('');
    expect(entriesOf(unordered)).toBe(ofLedger(7, 2, '17') + ofLedger(7, 3, '170') + ofLedger(7, 1, '5'));
    expect(entriesOf(accepted(4))).toBe(ofLedger(7, 4));
    expect(entriesOf(accepted(5, { account: '9' }) + accepted(6))).toBe(ofLedger(7, 6) + ofLedger(7, 5, '9'));
  });

  it('lines for the ledger have room for the largest import id with the shortest entries', () => {
    const short = `${['1', '1', '\\N', HASH, 't', ...Array.from({ length: 20 }, () => '')].join('\t')}\n`;
    const largest = Number.MAX_SAFE_INTEGER;
    const { entries } = splitCopyText([short.repeat(1_000)], largest);
    expect(entries).toBe(`${[largest, 1, HASH, ...Array.from({ length: 20 }, () => '')].join('\t')}\n`.repeat(1_000));
  });
});
