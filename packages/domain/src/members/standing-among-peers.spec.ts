import * as fc from 'fast-check';
import { peerSentence, standingAmongPeers } from './standing-among-peers.ts';

describe('a member among its peers', () => {
  test('stands at 50 in the middle, whether all are the same or all differ', () => {
    expect(standingAmongPeers({ below: 0, equal: 40, total: 40 })).toBe(50);
    expect(standingAmongPeers({ below: 20, equal: 1, total: 41 })).toBe(50);
  });

  test('has no standing among fewer than twenty', () => {
    expect(standingAmongPeers({ below: 9, equal: 1, total: 19 })).toBeNull();
    expect(peerSentence({ below: 9, equal: 1, total: 19 })).toBeNull();
    expect(standingAmongPeers({ below: 19, equal: 1, total: 20 })).toBe(97.5);
    expect(peerSentence({ below: 19, equal: 1, total: 20 })).toBe('More than 95% of 20 members');
  });

  test('is told in words that never promise all of them', () => {
    expect(peerSentence({ below: 2150, equal: 3, total: 2583 })).toBe('More than 83% of 2,583 members');
    expect(peerSentence({ below: 2582, equal: 1, total: 2583 })).toBe('More than 99% of 2,583 members');
  });

  test('all standings of a group average to 50, ties or not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 20, maxLength: 60 }), (figures) => {
        const standings = figures.map((own) =>
          standingAmongPeers({
            below: figures.filter((other) => other < own).length,
            equal: figures.filter((other) => other === own).length,
            total: figures.length,
          }),
        );
        const mean = standings.reduce<number>((sum, standing) => sum + (standing ?? 0), 0) / figures.length;
        expect(mean).toBeCloseTo(50, 9);
      }),
    );
  });
});
