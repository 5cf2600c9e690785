import { hasValidCheckDigit, secCodeOf, transactionCodeOf } from './ach-codes.ts';
import { changeCodeOf, reasonTitleOf, refusalReasonOf, returnReasonOf } from './return-and-change-codes.ts';

describe('NACHA codes', () => {
  test.each([
    ['22', 'Credit', 'live'],
    ['27', 'Debit', 'live'],
    ['32', 'Credit', 'live'],
    ['37', 'Debit', 'live'],
    ['42', 'Credit', 'live'],
    ['47', 'Debit', 'live'],
    ['52', 'Credit', 'live'],
    ['55', 'Debit', 'live'],
    ['56', 'Debit', 'notice'],
    ['23', 'Credit', 'prenote'],
    ['38', 'Debit', 'prenote'],
    ['24', 'Credit', 'zero'],
    ['29', 'Debit', 'zero'],
    ['21', 'Credit', 'notice'],
    ['36', 'Debit', 'notice'],
    ['81', 'Credit', 'advice'],
    ['88', 'Debit', 'advice'],
  ])('transaction code %s is a %s, %s', (code, direction, purpose) => {
    expect(transactionCodeOf(code)).toEqual({ direction, purpose });
  });

  test.each(['00', '20', '25', '50', '57', '80', '89', '99', '2 ', 'AB', '2', '220', '022'])(
    'transaction code "%s" does not exist',
    (code) => {
      expect(transactionCodeOf(code)).toBeNull();
    },
  );

  test.each([
    ['R01', 'return'],
    ['R29', 'return'],
    ['R85', 'return'],
    ['R61', 'dishonored'],
    ['R70', 'dishonored'],
    ['R71', 'contested'],
    ['R77', 'contested'],
  ])('return reason code %s has the stage %s', (code, stage) => {
    expect(returnReasonOf(code)?.stage).toBe(stage);
  });

  test.each([
    ['R01', 'Insufficient funds'],
    ['R62', 'Return of an erroneous or reversing debit'],
    ['R73', 'Timely original return'],
    ['C01', 'Incorrect account number'],
    ['C62', 'Incorrect trace number'],
    ['R99', null],
    ['', null],
  ])('reason code %s is called %s', (code, title) => {
    expect(reasonTitleOf(code)).toBe(title);
  });

  test('unknown NACHA codes have no meaning', () => {
    expect([returnReasonOf('R00'), returnReasonOf('R54'), changeCodeOf('C15'), refusalReasonOf('C60')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([
      secCodeOf('constructor'),
      changeCodeOf('toString'),
      refusalReasonOf('toString'),
      returnReasonOf('valueOf'),
    ]).toEqual([null, null, null, null]);
  });

  test.each([
    ['ACK', 'ack'],
    ['ADV', 'adv'],
    ['ARC', 'check'],
    ['ATX', 'atx'],
    ['BOC', 'check'],
    ['CCD', 'default'],
    ['CIE', 'cie'],
    ['COR', 'default'],
    ['CTX', 'ctx'],
    ['DNE', 'default'],
    ['ENR', 'ctx'],
    ['IAT', 'iat'],
    ['MTE', 'cie'],
    ['POP', 'pop'],
    ['POS', 'default'],
    ['PPD', 'default'],
    ['RCK', 'check'],
    ['SHR', 'shr'],
    ['TEL', 'default'],
    ['TRC', 'trc'],
    ['TRX', 'ctx'],
    ['WEB', 'default'],
    ['XCK', 'trc'],
  ])('SEC code %s has the %s layout', (code, family) => {
    expect(secCodeOf(code)?.family).toBe(family);
  });

  test('the check digit of a routing number follows from the eight digits before it', () => {
    expect(['091000019', '121042882', '021000021', '231380104'].map(hasValidCheckDigit)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['091000018', '901000019', '12104288 '].map(hasValidCheckDigit)).toEqual([false, false, false]);
  });
});
