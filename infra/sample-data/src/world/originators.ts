/** A company that originates entries, with what it writes into their batch header. */
export interface Originator {
  /** At most sixteen characters, as a batch header has room for: the same name in every format. */
  readonly name: string;
  readonly secCode: 'PPD' | 'WEB' | 'TEL' | 'CCD' | 'CTX' | 'IAT';
  /** Company entry description: at most ten characters (Nacha). */
  readonly description: string;
  /** Routing number of its bank, nine digits with a valid check digit. */
  readonly routingNumber: string;
}

/** @throws RangeError when name or description do not fit a batch header */
export function originator(name: string, secCode: Originator['secCode'], description: string): Originator {
  if (name.length > 16) throw new RangeError(`Company name longer than 16: ${name}`);
  if (description.length > 10) throw new RangeError(`Entry description longer than 10: ${description}`);
  return { name, secCode, description, routingNumber: routingNumberOf(name) };
}

/** Many companies of one kind from "NAME, NAME, …". */
export function originators(
  names: string,
  secCode: Originator['secCode'],
  description: string,
): Originator[] {
  return names.split(',').map((name) => originator(name.trim(), secCode, description));
}

/** Invented but well-formed: Federal Reserve district 01 to 12, check digit by the ABA's 3-7-1 weights. */
export function routingNumberOf(name: string): string {
  let hash = 2_166_136_261;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 16_777_619) >>> 0;
  const district = String(1 + (hash % 12)).padStart(2, '0');
  const eight = `${district}${String(Math.floor(hash / 12) % 1_000_000).padStart(6, '0')}`;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((total, weight, i) => total + weight * Number(eight[i]), 0);
  return `${eight}${(10 - (sum % 10)) % 10}`;
}
