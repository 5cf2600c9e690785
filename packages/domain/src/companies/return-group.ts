/**
 * How Nacha groups the reasons for which debits come back. Unauthorized: the receiver did not agree to the debit, or not
 * like this. Administrative: account closed, not found or invalid. All reasons together make the overall rate.
 * Source: Nacha Operating Rules, return rate levels.
 */
export const UNAUTHORIZED_RETURN_CODES = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'] as const;
export const ADMINISTRATIVE_RETURN_CODES = ['R02', 'R03', 'R04'] as const;

export type ReturnGroup = 'unauthorized' | 'administrative' | 'other';

const GROUPS: ReadonlyMap<string, ReturnGroup> = new Map<string, ReturnGroup>([
  ...UNAUTHORIZED_RETURN_CODES.map((code) => [code, 'unauthorized'] as const),
  ...ADMINISTRATIVE_RETURN_CODES.map((code) => [code, 'administrative'] as const),
]);

/** The group of a return reason code; `other` for all other codes and for a return that names none. */
export function returnGroupOf(reasonCode: string | null): ReturnGroup {
  return GROUPS.get(reasonCode ?? '') ?? 'other';
}
