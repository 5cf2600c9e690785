import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A file of the project; empty when there is none. */
export function textOf(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
}

/** What is made, fetched or kept beside the sources. */
const NOT_SOURCES = new Set(['node_modules', 'dist', '.git', '.data', '.scratch', '.secrets']);

/** Every file of the project, by its path from the root. */
export const FILES: readonly string[] = filesIn('');
const PLACES = new Set(FILES.flatMap((file) => [file, ...foldersOf(file)]));

/** Documents that speak of the project as it is. The changelog speaks of what was. */
export const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md').map(
  (file) => ({
    file,
    text: textOf(file),
  }),
);

/** A path that documents name: of a file or a folder, a pattern of them, or what a build makes of a source. */
export function isThere(path: string): boolean {
  if (path.includes('*')) return FILES.some((file) => matches(file, path));
  const source = path.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');
  return PLACES.has(source.replace(/\/$/, ''));
}

/** Where a link of a document leads, `#part` apart. */
export function placeOf(document: string, link: string): { path: string; part: string | undefined } {
  const [path = '', part] = link.split('#');
  return { path: path === '' ? document : normalize(join(dirname(document), path)), part };
}

/** The anchors of a document's headings, as they are made of Markdown. */
export function partsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What stands in backticks. */
export function codeWordsOf(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function foldersOf(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function matches(file: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**', '.+')
    .replaceAll(/(?<!\.)\*/g, '[^/]+');
  return new RegExp(`^${expression}`).test(file);
}
