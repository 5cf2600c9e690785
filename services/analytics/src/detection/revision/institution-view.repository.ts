import { companyKey } from '@clearwatch/domain/detection/company-key';
import { isKnownCompany } from '@clearwatch/domain/detection/company-table';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { companiesOf } from '../companies/company-rows.ts';

/** What the whole institution lends to the analysis of every member. */
export interface InstitutionView {
  /** Day of the oldest entry; the warm-up begins there. */
  firstDay: string | null;
  /** Keys of the companies that entries leave. */
  companies: ReadonlySet<string>;
  /** Which of them are known here. */
  knownCompanies: ReadonlySet<string>;
}

/** Looks at the rollups from within the transaction that takes the rows of `leaving` out of them. */
@Injectable()
export class InstitutionViewRepository {
  async view(manager: EntityManager): Promise<InstitutionView> {
    const [ledger = {}] = await manager.query<Row[]>(
      `SELECT accounts, analytics.ledger_first_day()::text AS first_day
       FROM analytics.ledger_state`,
    );
    const names = await manager.query<Row[]>('SELECT DISTINCT company FROM leaving');
    const keys = new Set(names.map((row) => companyKey(textOf(row, 'company'))));
    const companies = await companiesOf(manager, keys);
    const known = companies.filter((company) => isKnownCompany(company, integerOf(ledger, 'accounts')));
    return {
      firstDay: nullable(dayOf, ledger, 'first_day'),
      companies: keys,
      knownCompanies: new Set(known.map((company) => company.companyKey)),
    };
  }
}
