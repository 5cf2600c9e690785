import { Module } from '@nestjs/common';
import { CompanyTableRepository } from './companies/company-table.repository.ts';
import { CompanyTables } from './companies/company-tables.ts';
import { MemberEntriesReader } from './entries/member-entries.reader.ts';

/** What rules are given: the entries of members, and what the institution knows of companies, kept once for each process. */
@Module({
  providers: [CompanyTableRepository, CompanyTables, MemberEntriesReader],
  exports: [CompanyTables, MemberEntriesReader],
})
export class InstitutionModule {}
