/** Words that name nothing by themselves: "CITY OF" and "THE BANK" begin the names of strangers to each other. */
const EMPTY_WORDS = new Set(['OF', 'THE', 'AND', 'FOR', 'IN', 'AT']);
const STEM_WORDS = 2;

/**
 * The first two telling words of a company's key, under which sister names meet: "KESTREL PAY 1" and "KESTREL PAY 22" are
 * both "KESTREL PAY", "CITY OF RIVERTON" and "CITY OF LAKEVIEW" are not the same.
 *
 * @param companyKey as `companyKey` gives it
 */
export function companyStem(companyKey: string): string {
  const words = companyKey.split(' ').filter((word) => !EMPTY_WORDS.has(word));
  return words.length === 0 ? companyKey : words.slice(0, STEM_WORDS).join(' ');
}
