import { interrupted } from './interrupted.ts';

describe('work that can be ended', () => {
  it('gives back what it finds, and throws what goes wrong', () => {
    expect(interrupted(() => 7, 60_000)).toBe(7);
    expect(() =>
      interrupted(() => {
        throw new Error('wrong');
      }, 60_000),
    ).toThrow('wrong');
  });

  it('is ended when an expression goes through more ways to match than there is time for', () => {
    const ways = () => /^(?:a+)+$/.test(`${'a'.repeat(60)}!`);
    expect(() => interrupted(ways, 20)).toThrow(/timed out/);
  });
});
