import { aClause } from '../../testing/a-clause.ts';
import { contradicts, directionIn, directionOf, isChange } from './contradiction.ts';

/** Words of which a fact has one and a text must not have one of the others. */
const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [
      'credit',
      'credits',
      'credited',
      'deposit',
      'deposits',
      'deposited',
      'inflow',
      'inflows',
      'came in',
      'incoming',
    ],
    (
      'debit|debits|debited|withdrawal|withdrawals|withdrawn|withdrew|outflow|outflows|went out|' +
      'paid out|outgoing'
    ).split('|'),
  ],
  [
    ['in the period', 'this period', 'current'],
    ['previous', 'prior', 'preceding', 'the period before'],
  ],
  [
    ['largest', 'highest', 'maximum', 'most'],
    ['smallest', 'lowest', 'minimum', 'fewest', 'least'],
  ],
  [
    ['reviewed'],
    ['unreviewed', 'open', 'not reviewed', 'not yet reviewed', 'are reviewed', 'never reviewed'],
  ],
  [
    ['high-risk', 'high risk', 'higher-risk'],
    ['low-risk', 'lower risk', 'medium-risk'],
  ],
  [
    ['average', 'usual', 'typical', 'median'],
    ['in all', 'in total', 'altogether', 'total'],
  ],
  [['new'], ['dormant', 'lost', 'went quiet']],
  [['unauthorized', 'unauthorised'], ['administrative']],
];
/** Said of open ones as well, so that they do not call a fact. */
const SAID_OF_BOTH = ['are reviewed', 'never reviewed'];
const pairs = OPPOSITES.flatMap(([left, right]) =>
  [left, right].flatMap((own, side) => own.map((word) => [word, [left, right][1 - side] ?? []] as const)),
);
const callable = (words: readonly string[]) => words.filter((word) => !SAID_OF_BOTH.includes(word));

describe('words around a figure', () => {
  test.each(pairs.filter(([word]) => !SAID_OF_BOTH.includes(word)))(
    'of a fact called "%s" contradict it when they say one of %j',
    (own, others) => {
      for (const label of [`X ${own} y`, own.toUpperCase()]) {
        for (const other of callable(others)) {
          for (const said of [other, other.toUpperCase()]) {
            expect(contradicts(aClause({ nearBefore: `The ${said} was ` }), label)).toBe(true);
            expect(contradicts(aClause({ after: ` ${said}` }), label)).toBe(true);
          }
        }
        expect(contradicts(aClause({ nearBefore: `The ${own} was ` }), label)).toBe(false);
      }
    },
  );

  test.each(['are reviewed', 'never reviewed', 'to be reviewed', 'until they are reviewed'])(
    'that say "%s" are said of open ones',
    (said) => {
      expect(contradicts(aClause({ after: ` ${said}` }), 'Open alerts')).toBe(false);
    },
  );

  test('do not contradict what a fact is compared with, nor a fact of both', () => {
    const inPeriod = aClause({ nearBefore: 'in the period ' });
    expect(contradicts(inPeriod, 'Change of entries against the previous period')).toBe(false);
    expect(contradicts(inPeriod, 'More THAN the previous period')).toBe(false);
    expect(contradicts(aClause({ after: ' debits' }), 'Credits and debits')).toBe(false);
  });

  test('that name both before a figure decide nothing, nor do those behind it', () => {
    const both = { before: 'Credits and debits were ', nearBefore: 'debits were ' };
    expect(contradicts(aClause(both), 'Total credits')).toBe(false);
    expect(contradicts(aClause({ nearBefore: 'debits were ' }), 'Total credits')).toBe(true);
    expect(contradicts(aClause({ after: ' credits less debits' }), 'Total credits')).toBe(false);
    expect(contradicts(aClause({ nearBefore: 'credits of ', after: ' less debits' }), 'Total credits')).toBe(
      false,
    );
  });
});

describe('what became of a figure', () => {
  test.each(
    (
      'fell|fall|falls|fallen|drop|dropped|drops|decline|declin|decreased|decreas|down|lower|' +
      'shrank|shrunk|shrinking|lost|losses|reduced|reduc|fewer|less|slid|dipped|contract|' +
      'contracted'
    ).split('|'),
  )('is less by the word "%s"', (word) => {
    expect([directionIn(`it ${word} by`), directionIn(word.toUpperCase())]).toEqual(['fell', 'fell']);
  });

  test.each(
    (
      'rose|rise|rising|grew|grow|grows|growth|increase|increas|up|higher|gain|gained|climb|' +
      'climbed|jump|jumped|surge|surg|more|expan|expanded'
    ).split('|'),
  )('is more by the word "%s"', (word) => {
    expect([directionIn(`it ${word} by`), directionIn(word.toUpperCase())]).toEqual(['rose', 'rose']);
  });

  test('is not told by both, or by neither', () => {
    expect([directionIn('it rose and fell'), directionIn('it came to')]).toEqual([null, null]);
  });

  test('is told by the word behind it first, then by what is nearest before', () => {
    expect(directionOf(aClause({ nearBefore: 'it rose to ', after: ' fewer' }))).toBe('fell');
    expect(directionOf(aClause({ nearBefore: 'it fell to ', after: ' more' }))).toBe('rose');
    expect(directionOf(aClause({ nearBefore: 'it rose to ', after: ' and no fewer' }))).toBe('rose');
    expect(directionOf(aClause({ nearBefore: 'it fell to ', after: ' and no more' }))).toBe('fell');
    expect(directionOf(aClause({ before: 'it fell and rose by ', nearBefore: ' rose by ' }))).toBe('rose');
    expect(directionOf(aClause({ before: 'it fell, by ', nearBefore: ' by ' }))).toBe('fell');
    expect(directionOf(aClause({ nearBefore: 'it was ', after: ' LOWER' }))).toBe('fell');
    expect(directionOf(aClause({ nearBefore: 'it was ', after: ' HIGHER' }))).toBe('rose');
  });

  test.each([
    ['Change of credits', true],
    ['GROWTH of members', true],
    ['Total credits', false],
    ['Exchange of files', false],
  ])('may be what "%s" is: %s', (label, is) => {
    expect(isChange(label)).toBe(is);
  });
});
