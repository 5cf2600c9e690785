import { useSearchParams } from 'react-router-dom';
import { wordIn } from './read-param.ts';

/**
 * One of a few words that an address says under a name: a tab, a period. The usual one, the first, goes without saying. What
 * else the address says stays.
 */
export function useAddressWord<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const [params, setParams] = useSearchParams();
  const [usual] = words;
  const say = (word: Word): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (word === usual) changed.delete(name);
      else changed.set(name, word);
      return changed;
    });
  return [wordIn(params, name, words) || usual, say];
}
