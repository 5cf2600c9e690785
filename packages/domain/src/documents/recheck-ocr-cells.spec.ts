import type { Cell } from './extracted-table.ts';
import { isConfirmedBySecondReader, needsSecondReader, normalizeReading, resolveCell } from './recheck-ocr-cells.ts';

const open = (text: string, ...alternatives: string[]): Cell => ({
  text,
  confidence: alternatives.length > 0 ? 0 : 0.4,
  place: { page: 1, box: { x: 0, y: 0, width: 10, height: 10 } },
  ...(alternatives.length > 0 && { alternatives }),
});
const look = (text: string, confidence = 0.8) => ({ text, confidence });
const recheckedText = (cell: Cell, ...looks: ReturnType<typeof look>[]): string | null => {
  const settled = resolveCell(cell, looks);
  return settled.confidence === 0.9 ? settled.text : null;
};

describe('uncertain OCR cells', () => {
  test.each([
    ['by a confident look that agrees with one of them', open('4451', '44S1'), [look('44S1')], '44S1'],
    ['by two unsure looks when all four agree', open('LEE T'), [look('LEE T', 0.3), look('LEE T', 0.3)], 'LEE T'],
    ['by a look just above the confidence of a guess', open('4451', '44S1'), [look('44S1', 0.5)], '44S1'],
    ['by a confident look at the fuller text', open('LEE', 'LEE I'), [look('LEE'), look('LEE I')], 'LEE I'],
    [
      'by two unsure looks at the fuller text',
      open('LEE I', 'LEE'),
      [look('LEE I', 0.4), look('LEE'), look('LEE I', 0.4)],
      'LEE I',
    ],
    ['by two confident looks at a word that both lack', open('LEE'), [look('LEE I'), look('LEE I')], 'LEE I'],
  ])('an uncertain OCR cell is decided %s', (_how, cell, looks, text) => {
    expect(recheckedText(cell, ...looks)).toBe(text);
  });

  test.each([
    ['a look that is a guess', open('4451', '44S1'), [look('44S1', 0.4)]],
    ['a look with a new text', open('4451', '44S1'), [look('4461', 0.99)]],
    ['confident looks that differ', open('4451', '44S1'), [look('4451'), look('44S1')]],
    ['the shorter of two texts', open('LEE', 'LEE I'), [look('LEE'), look('LEE'), look('LEE')]],
    ['one unsure look', open('LEE T'), [look('LEE T', 0.3)]],
    ['unsure looks that differ', open('LEE T'), [look('LEE T', 0.3), look('LEET', 0.3)]],
    ['unsure looks at one of two numbers', open('4451', '44S1'), [look('4451', 0.3), look('4451', 0.3)]],
    ['one extra digit', open('4451'), [look('4451 7'), look('4451 7')]],
    ['one look with an extra word', open('LEE'), [look('LEE I')]],
    [
      'two confident looks with an extra word and an unsure look with another',
      open('LEE'),
      [look('LEE I'), look('LEE I'), look('LEA', 0.3)],
    ],
    ['two confident looks with a word that one reading has', open('LEE', 'LEF'), [look('LEE I'), look('LEE I')]],
    ['looks with an extra word and a digit', open('LEE'), [look('LEE I 7'), look('LEE I 7')]],
    ['looks with an extra word that contains a symbol', open('LEE'), [look('LEE I~X'), look('LEE I~X')]],
    ['looks with other words', open('LEE ANNA'), [look('LEE ANN I'), look('LEE ANN I')]],
    [
      'unsure looks at the fuller text and one at another text',
      open('LEE I', 'LEE'),
      [look('LEE I', 0.4), look('LEE I', 0.4), look('LEA', 0.4)],
    ],
    [
      'unsure looks at the only text and one at a part of it',
      open('LEE I'),
      [look('LEE I', 0.4), look('LEE I', 0.4), look('LEE', 0.4)],
    ],
    ['no look', open('4451', '44S1'), []],
  ])('an OCR cell stays uncertain after %s', (_what, cell, looks) => {
    expect(resolveCell(cell, looks)).toBe(cell);
  });

  test('OCR readings are compared without specks, and a lone stroke in a name counts as I', () => {
    expect(normalizeReading(look('LEE, ANNA 1 ~'), 'Name').text).toBe('LEE, ANNA I');
    expect(normalizeReading(look('PART 1'), 'Company').text).toBe('PART 1');
    expect(normalizeReading(look('LEE, ANN1 lou'), 'Name').text).toBe('LEE, ANN1 lou');
    expect(normalizeReading(look('LEE l ANNA |'), 'Name').text).toBe('LEE I ANNA I');
  });
});

describe('second OCR engine', () => {
  test.each([
    ['Account Number', '2002003001'],
    ['Amount', '$35.80'],
    ['Debit', '8.00'],
    ['Name', 'SMITH JOHN II'],
    ['Name', 'SMITH, JOHN Ill'],
    ['Name', 'SMITH, JOHN I'],
    ['Company', 'ACME HOLDINGS III'],
  ])('an image cell needs a second OCR engine to agree: %s %s', (label, text) => {
    expect(needsSecondReader(text, label)).toBe(true);
  });

  test.each([
    ['Name', 'SMITH, JOHN B'],
    ['Company', 'BOB IS SO LLC'],
    ['Type', 'Credit'],
    ['Amount', '24.67'],
    ['Posting Date', '08/03/2026'],
    ['', '10.00'],
  ])('an image cell with distinct or otherwise checked characters needs no second OCR engine: %s %s', (label, text) => {
    expect(needsSecondReader(text, label)).toBe(false);
  });

  test.each([
    ['Amount', '1,385.00', '1,385.00'],
    ['Amount', '$1,385.00', 'S1,385.00'],
    ['Amount', '1,385.00', '1, 385.00'],
    ['Amount', '$572.11', '$5721 1'],
    ['Account Number', '2002003001', "'2002003001"],
    ['Name', 'SMITH, JOHN II', 'SMITH, JOHN ll'],
    ['Name', 'SMITH, JOHN I', 'SMITH, JOHN l'],
  ])('an image cell is confirmed by the second OCR engine: %s %s by %s', (label, text, witness) => {
    expect(isConfirmedBySecondReader(text, witness, label)).toBe(true);
  });

  test.each([
    ['Amount', '1,385.00', '1,335.00'],
    ['Amount', '1,385.00', 'S1,385.00'],
    ['Amount', '5.00', '$.00'],
    ['Amount', '5572.11', '$572.11'],
    ['Account Number', '20020034S1', '2002003451'],
    ['Account Number', '2002003001', ''],
    ['Name', 'SMITH, JOHN II', 'SMITH, JOHN III'],
    ['Name', 'SMITH, JOHN I', 'SMITH, JOHN II'],
    ['Name', 'SMITH, JOHN Ill', 'SMITH, JOHN Ill'],
    ['Name', 'SMITH, JOHN 11', 'SMITH, JOHN 11'],
  ])('an image cell is not confirmed by the second OCR engine: %s %s by %s', (label, text, witness) => {
    expect(isConfirmedBySecondReader(text, witness, label)).toBe(false);
  });
});
