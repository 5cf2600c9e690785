import { UNKNOWN_COMPANY_KEY } from '@clearwatch/domain/detection/company-key';
import type { CompanyTable } from '@clearwatch/domain/detection/company-table';
import { Injectable } from '@nestjs/common';
import { Turns } from '../turns.ts';
import type { CompanyRow } from './company-rows.ts';
import { standingOf } from './company-standing.ts';
import { type CompanyRows, CompanyTableRepository } from './company-table.repository.ts';

export interface Institution {
  companies: CompanyTable;
  ledgerFirstDay: string;
  weekendShare: number;
  ledgerAccounts: number;
}

/** A ledger without any dated entry has no windows either; any day will do. */
const NO_DAY = '1970-01-01';

interface Kept {
  version: number;
  companies: ReadonlyMap<string, CompanyRow>;
  institution: Institution;
}

/** What detectors know about the whole institution. When the ledger has changed, only what has changed in it is read again. */
@Injectable()
export class CompanyTables {
  private kept: Kept | null = null;
  private readonly turns = new Turns();

  constructor(private readonly repository: CompanyTableRepository) {}

  /** Who asks while it is read waits for that and does not read all of it as well. */
  async current(): Promise<Institution> {
    const end = await this.turns.take();
    try {
      return await this.read();
    } finally {
      end();
    }
  }

  private async read(): Promise<Institution> {
    const { kept } = this;
    const version = await this.repository.ledgerVersion();
    if (kept?.version === version) return kept.institution;
    const rows = await this.repository.read(kept === null || kept.version > version ? null : kept.version);
    const companies = companiesOf(rows, kept?.companies);
    const { ledgerVersion, ledgerAccounts, weekendShare } = rows;
    const ledgerFirstDay = rows.ledgerFirstDay ?? NO_DAY;
    const institution = {
      companies: tableOf([...companies.values()], { ledgerAccounts, ledgerFirstDay }),
      ledgerAccounts,
      ledgerFirstDay,
      weekendShare,
    };
    this.kept = { version: ledgerVersion, companies, institution };
    return institution;
  }
}

/** Another map, because shards still work with the one before. */
function companiesOf(
  { changedKeys, companies }: CompanyRows,
  before: ReadonlyMap<string, CompanyRow> | undefined,
): Map<string, CompanyRow> {
  const now = new Map(changedKeys === null ? [] : before);
  for (const key of changedKeys ?? []) now.delete(key);
  for (const company of companies) now.set(company.companyKey, company);
  return now;
}

/** What rules ask of companies that the institution uses so. */
export function tableOf(
  companies: readonly CompanyRow[],
  { ledgerAccounts, ledgerFirstDay }: { ledgerAccounts: number; ledgerFirstDay: string },
): CompanyTable {
  const byKey = new Map(
    companies.map((company) => [
      company.companyKey,
      {
        accounts: company.accounts,
        firstDay: company.firstDay,
        ...standingOf(company, { ledgerAccounts, ledgerFirstDay }),
        debits: { accounts: company.debitedAccounts, atOnce: company.debitedAtOnce },
      },
    ]),
  );
  return {
    accountsUsing: (key) => byKey.get(key)?.accounts ?? 0,
    isKnown: (key) => key === UNKNOWN_COMPANY_KEY || (byKey.get(key)?.isKnown ?? false),
    firstSeen: (key) => byKey.get(key)?.firstDay ?? null,
    isSpray: (key) => byKey.get(key)?.isSpray ?? false,
    debitsOnArrival: (key) => byKey.get(key)?.debits ?? null,
  };
}
