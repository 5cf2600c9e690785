import { generateLedger } from '../ledger/generate-ledger.ts';
import { SAMPLE } from '../options.ts';
import { plantedBehaviours } from './planted-behaviours.ts';
import { historiesOf } from './testing/history.ts';
import { MOVEMENT_RULES } from './testing/movement-rules.ts';
import { TAKEOVER_RULES } from './testing/takeover-rules.ts';

/** Rules that are not in force yet; the others judge the sample themselves (detected.spec.ts). */
const RULES = Object.entries({ ...TAKEOVER_RULES, ...MOVEMENT_RULES });

describe.each([1, 23, 102])('the labels of the ledger with seed %i', (seed) => {
  const options = { ...SAMPLE, seed };
  const histories = historiesOf([...generateLedger(options)]);
  const labels = plantedBehaviours(options);
  const looksLike = (account: string): string[] => {
    const history = histories.get(account);
    if (history === undefined) throw new Error(`no account ${account}`);
    return RULES.filter(([, holds]) => holds(history)).map(([type]) => type);
  };

  it.each(RULES.map(([type]) => type))('say %s of nothing that does not meet its conditions', (type) => {
    const suspicious = labels.filter(
      ({ activityType, verdict }) => activityType === type && verdict === 'suspicious',
    );
    const unlike = suspicious.filter(
      ({ accountNumbers }) => !accountNumbers.every((account) => looksLike(account).includes(type)),
    );
    expect(unlike.map(({ id, why }) => `${id}: ${why}`)).toEqual([]);
  });

  it('call nothing innocent that meets the conditions of any rule', () => {
    const blamed = labels
      .filter(({ verdict }) => verdict === 'innocent')
      .flatMap(({ id, accountNumbers }) =>
        accountNumbers.flatMap((account) => looksLike(account).map((type) => `${id}: ${type}`)),
      );
    expect(blamed).toEqual([]);
  });

  it('miss nothing: ordinary accounts meet no conditions', () => {
    const planted = new Set(labels.flatMap(({ accountNumbers }) => accountNumbers));
    const ordinary = [...histories.keys()].filter((account) => !planted.has(account));
    expect(ordinary.length).toBeGreaterThan(2_000);
    const alike = ordinary.flatMap((account) => looksLike(account).map((type) => `${account}: ${type}`));
    expect(alike).toEqual([]);
  });
});
