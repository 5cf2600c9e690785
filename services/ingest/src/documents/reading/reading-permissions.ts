import { fileURLToPath } from 'node:url';
import type { ReadingOrder } from './reading-order.ts';

/** What the program is made of: of the installation it may read nothing else, keys and uploads of others least of all. */
const PARTS = ['node_modules', 'packages', 'services/ingest'].map((folder) =>
  fileURLToPath(new URL(`../../../../../${folder}/*`, import.meta.url)),
);

/**
 * Options of Node for a process that reads a document: whoever takes it over by way of its scripts can start no program, and sees
 * no file but the document and its folder. They bind scripts alone: native parsers are held by time, memory and an empty
 * environment.
 */
export function readingPermissions({ path, folder }: Pick<ReadingOrder, 'path' | 'folder'>): string[] {
  return [
    '--permission',
    ...[...PARTS, path, folder, `${folder}/*`].map((readable) => `--allow-fs-read=${readable}`),
    ...[folder, `${folder}/*`].map((writable) => `--allow-fs-write=${writable}`),
    '--allow-addons',
    '--allow-worker',
  ];
}
