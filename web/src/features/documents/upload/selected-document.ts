import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';

/** A document in the list, from choosing to the ledger (spec section 4). */
export type SelectedDocument = {
  /** Of this list only. */
  key: number;
  file: File;
} & (
  | { step: 'pending' | 'uploading' }
  | { step: 'processing' | 'completed'; jobId: string }
  | { step: 'failed'; error: string }
);

const TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
]);
/** Some systems give a file no type, or another one's. */
const NAMES = /\.(pdf|docx|txt|jpe?g|png|webp|tiff?)$/i;

export interface Chosen {
  taken: File[];
  /** The first that is of no supported type. */
  foreign: File | null;
  /** Whether they are too many; then none is taken. */
  isTooMany: boolean;
}

/** What may join the list: supported types, each name and size once, 20 in all (spec section 5). */
export function choose(files: readonly File[], listed: readonly SelectedDocument[]): Chosen {
  const foreign = files.find((file) => !isSupported(file)) ?? null;
  const known = new Set(listed.map(({ file }) => identityOf(file)));
  const taken = files.filter((file) => {
    if (!isSupported(file) || known.has(identityOf(file))) return false;
    known.add(identityOf(file));
    return true;
  });
  const isTooMany = listed.length + taken.length > MAX_DOCUMENTS_PER_UPLOAD;
  return { taken: isTooMany ? [] : taken, foreign, isTooMany };
}

const isSupported = ({ type, name }: File): boolean => TYPES.has(type) || NAMES.test(name);
const identityOf = ({ name, size }: File): string => `${size} ${name}`;
