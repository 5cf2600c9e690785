import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A test as documents name it: `file`: *title*. */
export interface NamedTest {
  file: string;
  title: string;
}

/** The tests in one cell of a table: "`file`: *title*, *title*; `file`: *title*". */
export function testsNamedIn(cell: string): NamedTest[] {
  return cell.split(/; (?=`)/).flatMap((part) => {
    const file = /`([^`]+)`/.exec(part)?.[1] ?? '';
    return [...part.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title }));
  });
}

/** The cells of each line of the tables of a document, headings left out. */
export function tableLinesOf(document: string): string[][] {
  return readFileSync(join(ROOT, 'docs', document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
    .filter(([first = '']) => !['Requirement', 'Specification', 'Fault'].includes(first));
}

/** A test is there when its file holds its title. */
export function expectToExist({ file, title }: NamedTest): void {
  expect([file, title, textOf(file).includes(title)]).toEqual([file, title, true]);
}

/** A file of the project; empty when there is none. */
export function textOf(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
}
