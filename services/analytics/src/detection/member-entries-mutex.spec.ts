import { Mutex } from './member-entries.reader.ts';

describe('mutex', () => {
  it('a mutex lets callers run one at a time, in order', async () => {
    const turns = new Mutex();
    const seen: string[] = [];
    const take = async (who: string): Promise<() => void> => {
      const end = await turns.take();
      seen.push(who);
      return end;
    };
    const endFirst = await take('first');
    const second = take('second');
    const third = take('third');
    await Promise.resolve();
    expect(seen).toEqual(['first']);

    endFirst();
    const endSecond = await second;
    expect(seen).toEqual(['first', 'second']);
    endSecond();
    await third;
    expect(seen).toEqual(['first', 'second', 'third']);
  });
});
