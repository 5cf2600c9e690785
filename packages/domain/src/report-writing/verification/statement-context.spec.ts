import type { Fact } from '@clearwatch/contracts/ai-reports';
import { aClause } from '../testing/compose-report.ts';
import {
  belongsToAnother,
  changeDirectionAt,
  changeDirectionIn,
  contradicts,
  countsSomethingElse,
  describesAnotherChange,
  isChange,
  labelKeywords,
  type NamedParty,
  ownersAt,
  type StatementStop,
  sharedKeywordCount,
} from './statement-context.ts';

/** Pairs of opposites. If a fact's label has a word from one group, the text must not have one from the other. */
const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['credit', 'credits', 'credited', 'deposit', 'deposits', 'deposited', 'inflow', 'inflows', 'came in', 'incoming'],
    'debit|debits|debited|withdrawal|withdrawals|withdrawn|withdrew|outflow|outflows|went out|paid out|outgoing'.split(
      '|',
    ),
  ],
  [
    ['in the period', 'this period', 'current'],
    ['previous', 'prior', 'preceding', 'the period before'],
  ],
  [
    ['largest', 'highest', 'maximum', 'most'],
    ['smallest', 'lowest', 'minimum', 'fewest', 'least'],
  ],
  [['reviewed'], ['unreviewed', 'open', 'not reviewed', 'not yet reviewed', 'are reviewed', 'never reviewed']],
  [
    ['high-risk', 'high risk', 'higher-risk'],
    ['low-risk', 'lower risk', 'medium-risk'],
  ],
  [
    ['average', 'usual', 'typical', 'median'],
    ['in all', 'in total', 'altogether', 'total'],
  ],
  [['new'], ['dormant', 'lost', 'went quiet']],
  [['unauthorized', 'unauthorised'], ['administrative']], // cspell:disable-line
];
/** These words also describe open alerts, so they contradict no fact. */
const SAID_OF_BOTH = ['are reviewed', 'never reviewed'];
const pairs = OPPOSITES.flatMap(([left, right]) =>
  [left, right].flatMap((own, side) => own.map((word) => [word, [left, right][1 - side] ?? []] as const)),
);
const callable = (words: readonly string[]) => words.filter((word) => !SAID_OF_BOTH.includes(word));

describe('surrounding words', () => {
  test.each(pairs.filter(([word]) => !SAID_OF_BOTH.includes(word)))(
    'words around a figure contradict a fact called "%s" when they include one of %j',
    (own, others) => {
      for (const label of [`X ${own} y`, own.toUpperCase()]) {
        for (const other of callable(others)) {
          for (const parsed of [other, other.toUpperCase()]) {
            expect(contradicts(aClause({ nearBefore: `The ${parsed} was ` }), label)).toBe(true);
            expect(contradicts(aClause({ after: ` ${parsed}` }), label)).toBe(true);
          }
        }
        expect(contradicts(aClause({ nearBefore: `The ${own} was ` }), label)).toBe(false);
      }
    },
  );

  test.each(['are reviewed', 'never reviewed', 'to be reviewed', 'until they are reviewed'])(
    'words such as "%s" also describe open alerts',
    (parsed) => {
      expect(contradicts(aClause({ after: ` ${parsed}` }), 'Open alerts')).toBe(false);
    },
  );

  test('words around a figure do not contradict a fact about a comparison, or a fact that covers both', () => {
    const inPeriod = aClause({ nearBefore: 'in the period ' });
    expect(contradicts(inPeriod, 'Change of entries against the previous period')).toBe(false);
    expect(contradicts(inPeriod, 'More THAN the previous period')).toBe(false);
    expect(contradicts(aClause({ after: ' debits' }), 'Credits and debits')).toBe(false);
  });

  test('words around a figure do not contradict a fact when they name both opposites', () => {
    const both = { before: 'Credits and debits were ', nearBefore: 'debits were ' };
    expect(contradicts(aClause(both), 'Total credits')).toBe(false);
    expect(contradicts(aClause({ nearBefore: 'debits were ' }), 'Total credits')).toBe(true);
    expect(contradicts(aClause({ after: ' credits less debits' }), 'Total credits')).toBe(false);
    expect(contradicts(aClause({ nearBefore: 'credits of ', after: ' less debits' }), 'Total credits')).toBe(false);
  });
});

describe('direction words', () => {
  test.each(
    (
      'fell|fall|falls|fallen|drop|dropped|drops|decline|declin|decreased|decreas|down|lower|' +
      'shrank|shrunk|shrinking|lost|losses|reduced|reduc|fewer|less|slid|dipped|contract|' +
      'contracted'
    ).split('|'),
  )('the direction of a figure is down with the word "%s"', (word) => {
    expect([changeDirectionIn(`it ${word} by`), changeDirectionIn(word.toUpperCase())]).toEqual(['fell', 'fell']);
  });

  test.each(
    (
      'rose|rise|rising|grew|grow|grows|growth|increase|increas|up|higher|gain|gained|climb|' +
      'climbed|jump|jumped|surge|surg|more|expan|expanded'
    ).split('|'),
  )('the direction of a figure is up with the word "%s"', (word) => {
    expect([changeDirectionIn(`it ${word} by`), changeDirectionIn(word.toUpperCase())]).toEqual(['rose', 'rose']);
  });

  test('the direction of a figure is unknown with words for both directions or neither', () => {
    expect([changeDirectionIn('it rose and fell'), changeDirectionIn('it came to')]).toEqual([null, null]);
  });

  test('the direction of a figure comes from the word after it, or else from the nearest word before it', () => {
    expect(changeDirectionAt(aClause({ nearBefore: 'it rose to ', after: ' fewer' }))).toBe('fell');
    expect(changeDirectionAt(aClause({ nearBefore: 'it fell to ', after: ' more' }))).toBe('rose');
    expect(changeDirectionAt(aClause({ nearBefore: 'it rose to ', after: ' and no fewer' }))).toBe('rose');
    expect(changeDirectionAt(aClause({ nearBefore: 'it fell to ', after: ' and no more' }))).toBe('fell');
    expect(changeDirectionAt(aClause({ before: 'it fell and rose by ', nearBefore: ' rose by ' }))).toBe('rose');
    expect(changeDirectionAt(aClause({ before: 'it fell, by ', nearBefore: ' by ' }))).toBe('fell');
    expect(changeDirectionAt(aClause({ nearBefore: 'it was ', after: ' LOWER' }))).toBe('fell');
    expect(changeDirectionAt(aClause({ nearBefore: 'it was ', after: ' HIGHER' }))).toBe('rose');
  });

  test.each([
    ['Change of credits', true],
    ['GROWTH of members', true],
    ['Total credits', false],
    ['Exchange of files', false],
  ])('the fact label "%s" describes a change: %s', (label, is) => {
    expect(isChange(label)).toBe(is);
  });
});

describe('meaningful words', () => {
  test.each([
    ['Members with alerts', ['member', 'alert']],
    ['Number of companies', ['company']],
    ['Boxes, matches, cashes and businesses', ['box', 'match', 'cash', 'business']],
    ['LOSS of an ID in 2026', ['loss', 'id']],
    ['Iesson, essen, houses', ['iesson', 'essen', 'hous']],
    ['the total of all days', []],
  ])('the meaningful words in %j are %j', (text, words) => {
    expect([...labelKeywords(text)]).toEqual(words);
  });

  test('the meaningful words that two texts share are counted', () => {
    expect(
      sharedKeywordCount(labelKeywords('Credits of members'), labelKeywords('a member had credit and alerts')),
    ).toBe(2);
    expect(sharedKeywordCount(labelKeywords('Credits'), labelKeywords('debits'))).toBe(0);
  });
});

const aCount = (label: string): Fact => ({
  id: 'F1',
  label,
  source: 'test',
  value: { kind: 'count', count: 12 },
});
const isOther = (label: string, after: string) => countsSomethingElse(aCount(label), aClause({ after }));
const NOUNS = [
  ['member', 'members', 'customer', 'customers', 'account holder', 'accountholders', 'household', 'account', 'people'],
  ['alert', 'alerts', 'case', 'cases', 'warning', 'warnings'],
  ['company', 'companies', 'originator', 'employer', 'payer', 'sender', 'merchant', 'biller', 'billers'],
  ['day', 'days'],
  ['month', 'months'],
  ['week', 'weeks'],
  'entry|entries|transaction|payment|credit|debit|deposit|withdrawal|transfer|return|item|items|returns'.split('|'),
];

describe('nouns after counts', () => {
  test.each(NOUNS.flatMap((own, at) => own.map((noun) => [noun, at] as const)))(
    'the noun "%s" after a count matches only facts that count the same thing',
    (noun, at) => {
      for (const parsed of [` ${noun}`, `-${noun.toUpperCase()}`]) {
        const same = NOUNS.map(([other = '']) => isOther(`Number of ${other}`, parsed));
        expect(same).toEqual(NOUNS.map((_, index) => index !== at));
      }
      expect(isOther(`${noun.toUpperCase()} of the period`, ` ${NOUNS[at]?.[0]}`)).toBe(false);
    },
  );

  test('the noun after a count can follow two adjectives, but not three', () => {
    expect(isOther('Members', ' new high-risk alerts')).toBe(true);
    expect(isOther('Members', ' new and very old alerts')).toBe(false);
    expect(isOther('Members', ', alerts')).toBe(false);
    expect(isOther('Members', 'alerts')).toBe(false);
  });

  test('the noun after a count can name two things, one of which matches', () => {
    expect(isOther('Open alerts', ' member alerts')).toBe(false);
    expect(isOther('Alerts of account takeover', ' alerts')).toBe(false);
    expect(isOther('Members', ' account takeover alerts')).toBe(true);
  });

  test('the noun after a count is ignored for a fact without a noun or count', () => {
    expect(isOther('Size of it all', ' members')).toBe(false);
    const money: Fact = { ...aCount('Alerts'), value: { kind: 'money', cents: 5 } };
    expect(countsSomethingElse(money, aClause({ after: ' members' }))).toBe(false);
  });
});

describe('size of a change', () => {
  const moves = (label: string, before: string, source = 'test') =>
    describesAnotherChange({ ...aCount(label), source }, aClause({ before }));

  test.each(
    (
      'rose|risen|rises|grew|grown|grows|increased|climbed|jumped|gain|gained|fell|fallen|falls|' +
      'dropped|declined|decreased|shrank|shrunk'
    ).split('|'),
  )('a figure after "%s by" states a change, and a figure after "to" states a resulting value', (verb) => {
    expect([moves('Credits', `it ${verb} by `), moves('Credits', `it ${verb} to `)]).toEqual([true, false]);
    expect([moves('Change', `it ${verb} BY `), moves('Difference', `It ${verb.toUpperCase()} to `)]).toEqual([
      false,
      true,
    ]);
  });

  test('the size of a change may be a computed fact or a growth rate', () => {
    expect(moves('Credits', 'it rose by ', 'August − July')).toBe(false);
    expect(moves('Credits', 'it rose by ', 'August ÷ July')).toBe(false);
    expect(moves('GROWTH of members', 'it rose by ')).toBe(false);
    expect(moves('Credits', 'it rose and came by ')).toBe(false);
    expect(moves('Credits', 'it increas by ')).toBe(false);
  });
});

/** The possible owners of the figure "5" in a text. ACME and BETA are companies; LEE is a member. */
function whose(text: string): readonly NamedParty[] {
  const stops = [...text.matchAll(/ACME|BETA|LEE|5|7/g)].map(
    ({ index, 0: word }): StatementStop => ({
      start: index,
      end: index + word.length,
      parsed: { kind: 'unclear' },
      holders: /\d/.test(word) ? [] : [`${word === 'LEE' ? 'member' : 'company'} ${word.toLowerCase()}`],
    }),
  );
  return ownersAt(
    text,
    stops,
    stops.findIndex(({ start }) => text.charAt(start) === '5'),
  );
}

describe('figure owners', () => {
  test.each<[string, NamedParty[]]>([
    ['ACME paid 5', ['company acme']],
    ['ACME paid 7 of 5', ['company acme']],
    ['BETA stayed. ACME paid 5', ['company acme']],
    ['BETA of ACME paid 5', ['company acme']],
    ['BETA led, ACME paid, in all 5', ['company acme', 'company beta']],
    ['BETA led AND then 5', ['company beta']],
    ['ACME led; then 5', []],
    ['ACME led! Then 5', []],
    ['ACME led\n5', []],
    ['5 from ACME', ['company acme']],
    ['5, and ACME', []],
    ['5. Then ACME', []],
    ['5 of 7 from ACME', []],
    ['LEE got 5 from ACME', ['member lee', 'company acme']],
    ['in all 5', []],
  ])('the owners of a figure are found in %j', (text, holders) => {
    expect(whose(text)).toEqual(holders);
  });

  test('a figure does not match a fact when only other parties of the same kind are named', () => {
    expect(belongsToAnother(['company beta'], ['company acme'])).toBe(true);
    expect(belongsToAnother(['company beta', 'company acme'], ['company acme'])).toBe(false);
    expect(belongsToAnother(['member lee'], ['company acme'])).toBe(false);
    expect(belongsToAnother(['company beta'], ['company acme', 'company beta'])).toBe(false);
    expect(belongsToAnother(['company beta', 'member lee'], ['company beta', 'member kim'])).toBe(true);
    expect(belongsToAnother(['company beta'], [])).toBe(false);
    expect(belongsToAnother([], ['company acme'])).toBe(false);
  });
});

// cspell:ignore declin decreas expan iesson increas reduc
