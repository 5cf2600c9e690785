import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { isOfConsumerClass, regEDeadline } from './reg-e-deadline.ts';

const entriesOf = (history: HistoryBuilder) => history.build().accounts[0]?.entries ?? [];

describe('the deadline of Regulation E', () => {
  test('is 60 days after the oldest debit, in whatever order they stand', () => {
    const debits = entriesOf(aHistory().debit('5.00').on('2026-03-04', '2026-03-02', '2026-03-09'));
    for (const order of [debits, debits.toReversed()])
      expect(regEDeadline(order)).toMatchObject([{ value: '2026-05-01', unit: 'day' }]);
    expect(regEDeadline([])).toEqual([]);
  });

  test.each([
    ['PPD', true],
    ['WEB', true],
    ['CCD', false],
    ['CTX', false],
  ])('concerns the class %s: %s', (secCode, concerns) => {
    expect(entriesOf(aHistory().debit('5.00').ofClass(secCode)).map(isOfConsumerClass)).toEqual([concerns]);
  });
});
