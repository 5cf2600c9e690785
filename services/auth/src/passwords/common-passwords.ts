import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000 passwords from published leaks, in lower case; part of the package, so no network is asked. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

export function isCommonPassword(lowerCase: string): boolean {
  return COMMON.has(lowerCase);
}
