import { readDocumentTable } from '../read-document-table.ts';
import { aRow, aTable } from '../testing/a-table.ts';

/** What speaks against a row: the name of the column and why. */
function doubtsOf(row: ReturnType<typeof aRow>): (readonly [string | null, string])[] {
  // Beside an ordinary one, so that what its columns hold can be told.
  const { header, rows } = readDocumentTable(aTable([row, aRow(), aRow()]), {
    latestDay: '2027-12-31',
  }).table;
  return (rows[0]?.doubts ?? []).map(
    ({ column, reason }) => [column === null ? null : (header[column] ?? ''), reason] as const,
  );
}
const UNSURE = 'the characters could not be read with certainty';
const SEVERAL = 'it holds more than one value';

describe('a row of a document', () => {
  test('is not doubted when all is sure and agrees', () => {
    expect(doubtsOf(aRow())).toEqual([]);
  });

  test('is doubted where its reader was unsure, below 0.88', () => {
    expect(doubtsOf(aRow({ Amount: { text: '10.00', confidence: 0.88 } }))).toEqual([]);
    expect(doubtsOf(aRow({ Amount: { text: '10.00', confidence: 0.879 } }))).toEqual([['Amount', UNSURE]]);
  });

  test('is not doubted for how surely a column was read that the ledger does not need', () => {
    expect(doubtsOf(aRow({ Balance: { text: '1.00', confidence: 0.1 } }))).toEqual([]);
  });

  test('is doubted when two numbers stand in the column of one', () => {
    const [first] = doubtsOf(aRow({ 'Account Number': '1000000001 22' }));
    expect(first).toEqual(['Account Number', SEVERAL]);
    expect(doubtsOf(aRow({ Class: 'PPD CCD' }))[0]).toEqual(['Class', SEVERAL]);
    expect(doubtsOf(aRow({ Class: 'PPD' }))).toEqual([]);
  });

  test.each([
    ['EXAMPL3, ANNA', 'a name with a digit in it was probably misread'],
    ['EXAMPLE; ANNA', 'a name with such a sign in it was probably misread'],
  ])('of a picture is doubted with the name %j, one of print is not', (text, reason) => {
    expect(doubtsOf(aRow({ Name: { text, confidence: 0.97 } }))).toContainEqual(['Name', reason]);
    expect(doubtsOf(aRow({ Name: { text, confidence: 1 } }))).toEqual([]);
  });

  test.each(["O'BRIEN-ST. JOHN, ANNA", 'NÚÑEZ, JOSÉ', 'D’ARC, J'])(
    'of a picture may have the name %j',
    (text) => {
      expect(doubtsOf(aRow({ Name: { text, confidence: 0.97 } }))).toEqual([]);
    },
  );

  test.each(['572.1', '57211', '$572.1'])(
    'of a picture is doubted with the amount %j, one of print is not',
    (text) => {
      const reason = 'an amount without cents was probably misread';
      expect(doubtsOf(aRow({ Amount: { text, confidence: 0.97 } }))).toContainEqual(['Amount', reason]);
      expect(doubtsOf(aRow({ Amount: { text, confidence: 1 } }))).toEqual([]);
    },
  );

  test.each(['572.11', '$1,572.11', '(572.11)'])('of a picture may have the amount %j', (text) => {
    const doubts = doubtsOf(aRow({ Amount: { text, confidence: 0.97 } }));
    expect(doubts.filter(([, reason]) => reason.includes('cents'))).toEqual([]);
  });

  test('that cannot be read says where and why', () => {
    expect(doubtsOf(aRow({ 'Posting Date': '08/33/2026' }))).toEqual([
      ['Posting Date', expect.stringContaining('day')],
    ]);
    expect(doubtsOf(aRow({ 'Account Number': '' }))).toEqual([['Account Number', expect.any(String)]]);
  });

  test('is doubted in all that contradicts itself', () => {
    const reason = 'the code 27 is a debit, but the row says credit';
    expect(doubtsOf(aRow({ Code: '27' }))).toEqual([
      ['Code', reason],
      ['Type', reason],
      ['Amount', reason],
    ]);
    expect(doubtsOf(aRow({ Code: '22' }))).toEqual([]);
  });
});
