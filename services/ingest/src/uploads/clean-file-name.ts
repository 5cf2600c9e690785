const LONGEST = 255;
const NAMELESS = 'unnamed';

/**
 * A file's name as it is stored and shown: the last part of its path, without control characters and without the
 * invisible ones that turn text around (a name must not read `gpj.exe` backwards), 255 characters at most. It is data,
 * never part of a path.
 */
export function cleanFileName(name: string | undefined): string {
  const lastPart = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = lastPart.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const short = Array.from(visible).slice(0, LONGEST).join('');
  return short === '' || short === '.' || short === '..' ? NAMELESS : short;
}
