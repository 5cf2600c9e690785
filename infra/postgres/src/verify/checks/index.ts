import type { LedgerCheck } from '../ledger-check.ts';
import { alertChain } from './alert-chain.ts';
import { companyArrivals } from './arrivals.ts';
import { duplicates } from './duplicates.ts';
import { identities } from './identities.ts';
import { imports, skippedRows } from './imports.ts';
import { members } from './members.ts';
import { returns } from './returns.ts';
import { accountDays, companyAccounts, companyDayCodes, companyDays, ledgerDays } from './rollups.ts';
import { searchable } from './searchable.ts';

/** All checks, in the order in which they are told. */
export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  identities,
  imports,
  skippedRows,
  duplicates,
  returns,
  members,
  ledgerDays,
  accountDays,
  companyDays,
  companyAccounts,
  companyDayCodes,
  companyArrivals,
  searchable,
  alertChain,
];
