/** What a file said, as PostgreSQL can keep it: neither NUL nor half a surrogate pair (22021 would end the import). */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u2400');
}
