/** In a class, or in one that a function makes. */
const BEGINS = /^(?: {2}){1,2}\/\*\*\s?(.*)$/;
const SETTING = /^(?: {2}){1,2}([A-Z][A-Z0-9_]*)[!?]?\s*[:=]/;

/**
 * What stands above each setting of an environment class, as one line: the compiler has no interface that a program
 * could ask (TypeScript 7), and the classes are laid out by a formatter.
 */
export function commentsIn(source: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  let [words, isOpen]: [string[], boolean] = [[], false];
  for (const line of source.split('\n')) {
    const begun = BEGINS.exec(line);
    if (begun !== null) [words, isOpen] = [[], true];
    if (isOpen) {
      words.push(textOf(begun?.[1] ?? line));
      isOpen = !line.includes('*/');
      continue;
    }
    const name = SETTING.exec(line)?.[1];
    if (name === undefined) continue;
    comments.set(name, words.join(' ').replaceAll(/\s+/g, ' ').trim());
    words = [];
  }
  return comments;
}

const textOf = (line: string): string =>
  line
    .replace(/^\s*\*(?!\/)/, '')
    .replace('*/', '')
    .trim();
