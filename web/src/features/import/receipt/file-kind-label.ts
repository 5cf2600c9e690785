import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';

const LABELS: Record<ImportedFileKind, string> = { json: 'JSON', nacha: 'NACHA', csv: 'CSV' };

export function fileKindLabel(kind: ImportedFileKind | null): string {
  return kind === null ? 'Not known' : LABELS[kind];
}
