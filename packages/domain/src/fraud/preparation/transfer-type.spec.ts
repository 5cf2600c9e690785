import { isTransferType } from './transfer-type.ts';

function isTransfer(company: string, entryDescription: string | null = null): boolean {
  return isTransferType({ entry: { company, entryDescription }, isMovable: false });
}

describe('money between accounts', () => {
  test.each([
    ['COAST', 'TRNSFR'],
    ['COAST', 'EXT TRF'],
    ['COAST BANK', 'WEB PMT'],
    ['ALLYBANK', null],
    ['AXOBANK', null],
    ['RIVER FCU', null],
  ])('%s %s moves it', (company, description) => {
    expect(isTransfer(company, description)).toBe(true);
  });

  test.each([
    ['COAST BANK', 'CARD PMT'],
    ['COAST BANK', 'LOAN PMT'],
    ['COAST BANK', 'LOANS'],
    ['COAST BANK', 'INS PMT'],
    ['COAST BANK', 'INSURANCE'],
    ['COAST BANK', 'MORTG'],
    ['MY BANKER BOOKS', null],
    ['CITY WATER', 'BILL'],
  ])('%s %s does not', (company, description) => {
    expect(isTransfer(company, description)).toBe(false);
  });

  test('what is movable does, whatever it says', () => {
    const entry = { company: 'VENMO', entryDescription: 'RENT' };
    expect(isTransferType({ entry, isMovable: true })).toBe(true);
  });
});
