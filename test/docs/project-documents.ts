import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The text of a file in the project; empty when the file does not exist. */
export function textOf(file: string): string {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
}

/** Folders of generated, downloaded or local files. */
const NOT_SOURCES = new Set(['node_modules', 'dist', '.git', '.data', '.scratch', '.secrets']);

/** Every file in the project, by its path from the root. */
export const FILES: readonly string[] = filesIn('');
const PLACES = new Set(FILES.flatMap((file) => [file, ...foldersOf(file)]));

/** Documents about the current project; the changelog is about the past. */
export const DOCUMENTS = FILES.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md').map((file) => ({
  file,
  text: textOf(file),
}));

/** Whether a path in a document exists: a file, a folder, a pattern, or the build output of a source. */
export function isThere(path: string): boolean {
  if (path.includes('*')) return FILES.some((file) => matches(file, path));
  const source = path.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');
  return PLACES.has(source.replace(/\/$/, ''));
}

/** The target path and the `#part` of a link in a document. */
export function placeOf(document: string, link: string): { path: string; part: string | undefined } {
  const [path = '', part] = link.split('#');
  return { path: path === '' ? document : normalize(join(dirname(document), path)), part };
}

/** The anchors that Markdown gives a document's headings. */
export function partsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Text in backticks. */
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
