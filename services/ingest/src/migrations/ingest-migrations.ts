import type { MigrationInterface } from 'typeorm';
import { AccountForMoneyRead1765600000003 } from './add-import-money-parts.ts';
import { CreateCsvMappings1763900000003 } from './create-csv-mappings.ts';
import { CreateEntryReturns1764100000003 } from './create-entry-returns.ts';
import { CreateImportUndo1764000000003 } from './create-import-undo.ts';
import { CreateLedger1763600000003 } from './create-ledger.ts';
import { CreateLedgerAuditOutbox1763700000003 } from './create-ledger-audit-outbox.ts';
import { CreateRetention1765200000003 } from './create-ledger-retention.ts';
import { CreateParseJobs1764900000003 } from './create-parse-jobs.ts';
import { CreateReceipts1763800000003 } from './create-receipts.ts';
import { IndexAcceptedRows1765000000003 } from './index-accepted-rows.ts';
import { RecomputeIdentities1765500000003 } from './recompute-identities.ts';
import { KeepLedgerFiguresFresh1764300000003 } from './tune-ledger-statistics.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const migrations: (new () => MigrationInterface)[] = [
  CreateLedger1763600000003,
  CreateLedgerAuditOutbox1763700000003,
  CreateReceipts1763800000003,
  CreateCsvMappings1763900000003,
  CreateImportUndo1764000000003,
  CreateEntryReturns1764100000003,
  KeepLedgerFiguresFresh1764300000003,
  CreateParseJobs1764900000003,
  IndexAcceptedRows1765000000003,
  CreateRetention1765200000003,
  RecomputeIdentities1765500000003,
  AccountForMoneyRead1765600000003,
];
