/** "[F12]", "([F12, F3])", "(F12)" and what else models make of it. */
const IDS = String.raw`(?:facts? ?:? ?)?F\d{1,5}(?:(?:,|;|/|&| and| )+ ?F\d{1,5})*`;
const REFERENCE = String.raw`(?<ids>[[【]${IDS}[\]】]|(?<=\()F\d{1,5}(?:, ?F\d{1,5})*(?=\)))`;
/** "Member 3", "Accounts 1, 2 and 5": what stands for a name that the writer was not told. */
const ALIAS = String.raw`(?<![\p{L}\p{N}])(?:(?<one>Member|Account) (?<number>\d{1,5})|(?<many>Member|Account)s (?<numbers>\d{1,5}(?:(?:, and |, | and | & )\d{1,5})*))(?![\p{L}\p{N}]|[.,]\d)`;

/** Stands where a reference stood: no letter, no digit, no gap, so that nothing is read across it. */
export const PLACE = '\uFFFC';

export interface Reference {
  /** Where its `PLACE` is in the text without references. */
  at: number;
  /** What was written, for when it leads nowhere. */
  written: string;
  /** Ids of facts; none for an alias of nobody. */
  ids: string[];
  isAlias: boolean;
}

export interface Referring {
  text: string;
  references: Reference[];
  /** For each position of the text, where it was in the source. */
  origin: number[];
}

/**
 * Takes references and aliases out of a text and leaves a place for each.
 *
 * @param aliases fact ids by alias ("Member 3"); without it aliases are plain words
 */
export function withoutReferences(source: string, aliases?: ReadonlyMap<string, string>): Referring {
  const pattern = new RegExp(aliases === undefined ? REFERENCE : `${REFERENCE}|${ALIAS}`, 'giu');
  const result: Referring = { text: '', references: [], origin: [] };
  let done = 0;
  const keep = (until: number) => {
    for (; done < until; done += 1) append(source.charAt(done).replace(PLACE, ' '));
  };
  const append = (letter: string) => {
    result.text += letter;
    result.origin.push(done);
  };
  for (const match of source.matchAll(pattern)) {
    keep(match.index);
    const groups = match.groups ?? {};
    const listed = groups['ids'];
    if (listed === undefined) {
      aliasesIn(groups).forEach((alias, index) => {
        if (index > 0) for (const letter of ', ') append(letter);
        const id = aliases?.get(alias);
        result.references.push({
          at: result.text.length,
          written: alias,
          ids: id === undefined ? [] : [id],
          isAlias: true,
        });
        append(PLACE);
      });
    } else {
      result.references.push({
        at: result.text.length,
        written: match[0],
        ids: listed.toUpperCase().match(/F\d+/g) ?? [],
        isAlias: false,
      });
      append(PLACE);
    }
    done = match.index + match[0].length;
  }
  keep(source.length);
  return result;
}

function aliasesIn(groups: Record<string, string | undefined>): string[] {
  const word = groups['one'] ?? groups['many'] ?? '';
  const kind = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  const numbers = (groups['number'] ?? groups['numbers'] ?? '').match(/\d+/g) ?? [];
  return numbers.map((number) => `${kind} ${Number(number)}`);
}
