export type NamedAccount = Record<'firstName' | 'lastName' | 'company', string | null> & {
  accountNumber: string;
};

/** First and last name, otherwise last name, otherwise "{company} Account", otherwise "Account {number}". */
export function displayName({ firstName, lastName, company, accountNumber }: NamedAccount): string {
  const last = lastName?.trim() ?? '';
  const first = firstName?.trim() ?? '';
  if (first !== '' && last !== '') return `${first} ${last}`;
  if (last !== '') return last;
  const originator = company?.trim() ?? '';
  return originator === '' ? `Account ${accountNumber}` : `${originator} Account`;
}

/** `***` and the last four characters, `***0000` without a number. */
export function maskAccount(accountNumber: string | null | undefined): string {
  const number = accountNumber?.trim() ?? '';
  return `***${number === '' ? '0000' : number.slice(-4)}`;
}

/** Full name in uppercase without accents ("ANA|NUNEZ"); null without a name. People with the same name share a key. */
export function memberKey(member: { firstName: string | null; lastName: string | null }): string | null {
  const first = foldName(member.firstName);
  const last = foldName(member.lastName);
  return first === '' && last === '' ? null : `${first}|${last}`;
}

function foldName(name: string | null): string {
  return (name ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[\s|]+/gu, ' ')
    .trim();
}

/** `First Last` and `First M Last`. After an initial, a word of four or more letters is not a suffix. */
const PLAIN = /^[^\s,]+ (?:[A-Za-z]\.? [^\s,]{4}[^\s,]*|[^\s,]+)$/;

export interface PersonName {
  firstName: string;
  middleInitial: string | null;
  lastName: string;
}

const PARTICLES = new Set(
  'DE DA DI DO DOS DAS DEL DELLA LA LE VAN VON DER DEN TER BIN IBN AL EL ST ST. SAN SANTA'.split(' '),
);
const SUFFIXES = new Set('JR JR. SR SR. II III IV V'.split(' '));

/**
 * Splits `LAST, FIRST M` at the comma. Otherwise the last word, with particles and suffix, is the last name ("de la
 * Cruz", "Smith Jr"). A single letter after the first word is the middle initial. No rule fits every name, so keep the
 * original text.
 */
export function splitName(fullName: string): PersonName {
  return plainName(fullName) ?? splitNameByRules(fullName);
}

/** @internal */
export function splitNameByRules(fullName: string): PersonName {
  const [beforeComma = '', ...afterComma] = fullName.split(',');
  const rest = afterComma.join(' ').trim();
  if (rest !== '' && !SUFFIXES.has(rest.toUpperCase())) {
    return { ...firstNames(words(rest)), lastName: words(beforeComma).join(' ') };
  }
  const all = words(`${beforeComma} ${rest}`);
  const start = lastNameStart(all);
  return { ...firstNames(all.slice(0, start)), lastName: all.slice(start).join(' ') };
}

/** A fast path, because nearly all names have one of two plain forms. */
function plainName(fullName: string): PersonName | null {
  if (!PLAIN.test(fullName)) return null;
  const first = fullName.indexOf(' ');
  const last = fullName.lastIndexOf(' ');
  return {
    firstName: fullName.slice(0, first),
    middleInitial: first === last ? null : fullName.charAt(first + 1),
    lastName: fullName.slice(last + 1),
  };
}

function lastNameStart(all: readonly string[]): number {
  let start = all.length - 1;
  while (start > 1 && SUFFIXES.has((all[start] ?? '').toUpperCase())) start -= 1;
  while (start > 1 && PARTICLES.has((all[start - 1] ?? '').toUpperCase())) start -= 1;
  return Math.max(0, start);
}

function firstNames(names: readonly string[]): Omit<PersonName, 'lastName'> {
  const initialAt = names.findIndex((name, index) => index > 0 && /^\p{L}\.?$/u.test(name));
  return {
    firstName: names.filter((_, index) => index !== initialAt).join(' '),
    middleInitial: names[initialAt]?.charAt(0) ?? null,
  };
}

function words(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
