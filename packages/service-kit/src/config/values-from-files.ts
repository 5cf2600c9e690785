import { readFileSync } from 'node:fs';

export type Source = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/**
 * The values of a program's settings: `NAME`, or the one value in the file that `NAME_FILE` names, the way container
 * secrets are mounted. An empty variable and an empty file count as unset: that is how compose files and shells pass
 * "nothing". Only files that stand for a setting of this program are opened: a shell has `…_FILE` variables of its own.
 * @param problems gets a sentence for each; none repeats a value or a path, which may be a secret in the wrong place
 */
export function valuesFromFiles(
  source: Source,
  settings: ReadonlySet<string>,
  problems: string[],
): Record<string, string> {
  const values: Record<string, string> = {};
  const given = Object.entries(source).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  for (const [name, value] of given) if (settings.has(name)) values[name] = value;
  for (const [name, path] of given) {
    const setting = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
    if (settings.has(name) || !settings.has(setting)) continue;
    if (values[setting] !== undefined) {
      problems.push(`${setting} and ${name} are both set: keep one`);
      continue;
    }
    const value = oneValueIn(path, name, problems);
    if (value !== '') values[setting] = value;
  }
  return values;
}

function oneValueIn(path: string, name: string, problems: string[]): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${name} names a file that cannot be read: ${REASONS[code ?? ''] ?? code}`);
    return '';
  }
  if (!/[\r\n]/.test(text)) return text;
  problems.push(`${name} names a file of more than one line; it must hold one value`);
  return '';
}
