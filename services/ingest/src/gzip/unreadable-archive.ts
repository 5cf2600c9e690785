/** Why a packed file cannot be unpacked. The message says what is wrong and what to do, and quotes nothing. */
export class UnreadableArchive extends Error {
  readonly code: 'damaged_archive' | 'archive_too_large' | 'archive_in_archive';

  constructor(code: UnreadableArchive['code'], message: string) {
    super(message);
    this.name = 'UnreadableArchive';
    this.code = code;
  }
}
