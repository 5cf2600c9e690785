import { UNKNOWN_COMPANY } from '../../import/ledger-row.ts';
import { companyKey } from '../company-key.ts';

/** Entries without an originator share this key and may come from anybody: together they make no acquaintance. */
export const NOBODY = companyKey(UNKNOWN_COMPANY);
