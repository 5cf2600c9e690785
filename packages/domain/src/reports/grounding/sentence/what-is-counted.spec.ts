import type { Fact } from '@clearwatch/contracts/reports/report-document';
import { aClause } from '../../testing/a-clause.ts';
import { countsOther, movesOther } from './what-is-counted.ts';

const aCount = (label: string): Fact => ({
  id: 'F1',
  label,
  source: 'test',
  value: { kind: 'count', count: 12 },
});
const isOther = (label: string, after: string) => countsOther(aCount(label), aClause({ after }));
const NOUNS = [
  [
    'member',
    'members',
    'customer',
    'customers',
    'account holder',
    'accountholders',
    'household',
    'account',
    'people',
  ],
  ['alert', 'alerts', 'case', 'cases', 'warning', 'warnings'],
  ['company', 'companies', 'originator', 'employer', 'payer', 'sender', 'merchant', 'biller', 'billers'],
  ['day', 'days'],
  ['month', 'months'],
  ['week', 'weeks'],
  (
    'entry|entries|transaction|payment|credit|debit|deposit|withdrawal|transfer|return|item|' +
    'items|returns'
  ).split('|'),
];

describe('the noun behind a count', () => {
  test.each(NOUNS.flatMap((own, at) => own.map((noun) => [noun, at] as const)))(
    '"%s" is what a fact counts, or another thing',
    (noun, at) => {
      for (const said of [` ${noun}`, `-${noun.toUpperCase()}`]) {
        const same = NOUNS.map(([other = '']) => isOther(`Number of ${other}`, said));
        expect(same).toEqual(NOUNS.map((_, index) => index !== at));
      }
      expect(isOther(`${noun.toUpperCase()} of the period`, ` ${NOUNS[at]?.[0]}`)).toBe(false);
    },
  );

  test('may have two adjectives before it, not three', () => {
    expect(isOther('Members', ' new high-risk alerts')).toBe(true);
    expect(isOther('Members', ' new and very old alerts')).toBe(false);
    expect(isOther('Members', ', alerts')).toBe(false);
    expect(isOther('Members', 'alerts')).toBe(false);
  });

  test('may name two things, of which one is meant', () => {
    expect(isOther('Open alerts', ' member alerts')).toBe(false);
    expect(isOther('Alerts of account takeover', ' alerts')).toBe(false);
    expect(isOther('Members', ' account takeover alerts')).toBe(true);
  });

  test('says nothing of a fact that names nothing, or that counts nothing', () => {
    expect(isOther('Size of it all', ' members')).toBe(false);
    const money: Fact = { ...aCount('Alerts'), value: { kind: 'money', cents: 5 } };
    expect(countsOther(money, aClause({ after: ' members' }))).toBe(false);
  });
});

describe('a figure by which something moved', () => {
  const moves = (label: string, before: string, source = 'test') =>
    movesOther({ ...aCount(label), source }, aClause({ before }));

  test.each(
    (
      'rose|risen|rises|grew|grown|grows|increased|climbed|jumped|gain|gained|fell|fallen|falls|' +
      'dropped|declined|decreased|shrank|shrunk'
    ).split('|'),
  )('%s', (verb) => {
    expect([moves('Credits', `it ${verb} by `), moves('Credits', `it ${verb} to `)]).toEqual([true, false]);
    expect([moves('Change', `it ${verb} BY `), moves('Difference', `It ${verb.toUpperCase()} to `)]).toEqual([
      false,
      true,
    ]);
  });

  test('may be what was computed from others, or growth', () => {
    expect(moves('Credits', 'it rose by ', 'August − July')).toBe(false);
    expect(moves('Credits', 'it rose by ', 'August ÷ July')).toBe(false);
    expect(moves('GROWTH of members', 'it rose by ')).toBe(false);
    expect(moves('Credits', 'it rose and came by ')).toBe(false);
    expect(moves('Credits', 'it increas by ')).toBe(false);
  });
});
