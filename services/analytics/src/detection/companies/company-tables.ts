import type { CompanyTable } from '@clearwatch/domain/fraud/companies';
import { Injectable } from '@nestjs/common';
import type { CompanyRow } from './company-rows.ts';
import { standingOf } from './company-standing.ts';
import { CompanyTableRepository } from './company-table.repository.ts';

export interface Institution {
  companies: CompanyTable;
  ledgerFirstDay: string;
  weekendShare: number;
  ledgerAccounts: number;
}

/** A ledger without any dated entry has no windows either; any day will do. */
const NO_DAY = '1970-01-01';

/** What detectors know about the whole institution, read again only when the ledger has changed. */
@Injectable()
export class CompanyTables {
  private kept: { version: number; institution: Institution } | null = null;

  constructor(private readonly repository: CompanyTableRepository) {}

  async current(): Promise<Institution> {
    const version = await this.repository.ledgerVersion();
    if (this.kept?.version === version) return this.kept.institution;
    const rows = await this.repository.read();
    const ledgerFirstDay = rows.ledgerFirstDay ?? NO_DAY;
    const institution = {
      companies: tableOf(rows.companies, { ledgerAccounts: rows.ledgerAccounts, ledgerFirstDay }),
      ledgerAccounts: rows.ledgerAccounts,
      ledgerFirstDay,
      weekendShare: rows.weekendShare,
    };
    this.kept = { version: rows.ledgerVersion, institution };
    return institution;
  }
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
    isKnown: (key) => byKey.get(key)?.isKnown ?? false,
    firstSeen: (key) => byKey.get(key)?.firstDay ?? null,
    isSpray: (key) => byKey.get(key)?.isSpray ?? false,
    debitsOnArrival: (key) => byKey.get(key)?.debits ?? null,
  };
}
