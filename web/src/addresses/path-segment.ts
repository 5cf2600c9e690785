/**
 * A name as one segment of an address. A leading dot is escaped as well: a server takes what begins with one for a hidden
 * file. The names "." and ".." have no address at all: browsers take them for "here" and "above", even escaped.
 */
export function toSegment(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/^\./, '%2E');
}

/**
 * The names in an address, in the places of the pattern's parameters; null for an address that the pattern does not fit. The
 * router's own reading would turn a name that holds the text "%2F" into one with a slash.
 *
 * @param pattern as the list of screens writes it, `/companies/:company`
 */
export function namesIn(pathname: string, pattern: string): string[] | null {
  const parts = pathname.replace(/\/$/, '').split('/');
  const wanted = pattern.split('/');
  if (parts.length !== wanted.length) return null;
  const names: string[] = [];
  for (const [index, want] of wanted.entries()) {
    const part = readSegment(parts[index] ?? '');
    if (part === null || part === '') {
      if (want !== '' || part === null) return null;
    } else if (want.startsWith(':')) names.push(part);
    else if (part !== want) return null;
  }
  return names;
}

function readSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
