/**
 * Whether a path outside the API is one of the application's own addresses, which it finds out itself, or a file that
 * is not there. A company's name in an address may hold dots (`/companies/Example.com`), so a browser's own wish for
 * a page decides; programs that accept anything get pages for plain paths only.
 */
export function isPageAddress(path: string, accept: string | undefined): boolean {
  const segments = path.split('/');
  if (!isReadable(path)) return false;
  if (segments.some((segment) => segment.startsWith('.')) || path.startsWith('/assets/')) return false;
  if (/\btext\/html\b/.test(accept ?? '')) return true;
  const takesAnything = accept === undefined || accept.includes('*/*');
  return takesAnything && !(segments.at(-1) ?? '').includes('.');
}

/** Escapes that mean nothing, and control characters, are in no address of ours. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
