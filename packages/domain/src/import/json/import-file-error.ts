/** Why a whole file cannot be read. */
export const IMPORT_FILE_ERROR_CODES = [
  'empty_file',
  'wrong_encoding',
  'not_json',
  'not_nacha',
  'no_mapping',
  'no_transactions',
  'truncated',
  'trailing_data',
] as const;
export type ImportFileErrorCode = (typeof IMPORT_FILE_ERROR_CODES)[number];

/**
 * A file that cannot be imported. The message is meant for the person who chose the file: what is wrong, on which
 * line, what to do. It never quotes the file's content.
 */
export class ImportFileError extends Error {
  readonly code: ImportFileErrorCode;
  /** Line of the file, from 1. */
  readonly line: number;

  constructor({ code, line, message }: { code: ImportFileErrorCode; line: number; message: string }) {
    super(`Line ${line}: ${message}`);
    this.name = 'ImportFileError';
    this.code = code;
    this.line = line;
  }
}
