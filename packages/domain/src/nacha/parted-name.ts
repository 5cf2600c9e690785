import { type PersonName, splitName } from '../members/split-name.ts';

/** `First Last` and `First M Last`. Behind an initial no suffix can be meant by four letters or more. */
const PLAIN = /^[^\s,]+ (?:[A-Za-z]\.? [^\s,]{4}[^\s,]*|[^\s,]+)$/;

/**
 * Parts a receiver's name as `splitName` does. Nearly all names have one of two plain forms; `splitName` alone would take
 * as long as all the rest of reading a file.
 */
export function partedName(name: string): PersonName {
  if (!PLAIN.test(name)) return splitName(name);
  const first = name.indexOf(' ');
  const last = name.lastIndexOf(' ');
  return {
    firstName: name.slice(0, first),
    middleInitial: first === last ? null : name.charAt(first + 1),
    lastName: name.slice(last + 1),
  };
}
