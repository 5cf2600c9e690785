import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';

const NAMES: ReadonlySet<string> = new Set(['fullName', 'firstName', 'lastName']);
/** One upright stroke between blanks, behind a name or within it. */
const STROKE = /(?<=\p{L}\s+)[1l|](?=\s|$)/gu;

/**
 * A middle initial I is an upright stroke and nothing else, which a reader of pictures takes for a 1, an l or a bar. People's names
 * hold none of these alone.
 * @param label of the column; only columns of names are changed
 */
export function withInitials(text: string, label: string): string {
  return NAMES.has(fieldOfHeader(label)?.field ?? '') ? text.replaceAll(STROKE, 'I') : text;
}
