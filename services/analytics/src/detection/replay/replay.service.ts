import type { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import type { CompanyTable } from '@clearwatch/domain/detection/company-table';
import { type ReplayOutcome, replayAlert } from '@clearwatch/domain/detection/replay-alert';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { CompanyRow } from '../companies/company-rows.ts';
import { CompanyTables, tableOf } from '../companies/company-tables.ts';
import { MemberEntriesReader } from '../entries/member-entries.reader.ts';
import { CompaniesThenRepository } from './companies-then.repository.ts';
import { ReplayRepository, type StoredFrozenAlert } from './replay.repository.ts';

/** Computes alerts again from the ledger as it is, and says what came out otherwise. Changes nothing. */
@Injectable()
export class ReplayService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: ReplayRepository,
    private readonly reader: MemberEntriesReader,
    private readonly institution: CompanyTables,
    private readonly companies: CompaniesThenRepository,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` */
  async replay(actor: Actor, id: number): Promise<AlertReplay> {
    const alert = await this.repository.alert(id);
    if (alert === null) throw new AppError('not_found', 'There is no alert with this number.');
    const replayed = await this.computed(alert);
    const { identical, differences } = replayed;
    const subject = { type: 'alert', id } as const;
    await this.trail.record(
      actor,
      { action: 'alert.replayed', subject, detail: { identical } },
      this.database,
    );
    const { policyVersion, ruleVersion } = alert.evidence.rule;
    return {
      identical,
      summary: `Rule version ${ruleVersion} with the parameters of policy version ${policyVersion}, on the entries of then: ${replayed.outcome}`,
      differences,
      policyVersion,
      replayedAt: new Date().toISOString(),
    };
  }

  private async computed(alert: StoredFrozenAlert): Promise<ReplayOutcome> {
    const shown = alert.evidence.entries.map(({ accountNumber }) => accountNumber);
    const member = await this.repository.memberOf(alert.accountNumber, shown);
    const importsThen = await this.repository.importsStoredBy(alert.frozenAt);
    const { memberKey, entries } = await this.reader.readMember(member);
    const today = await this.institution.current();
    const material = { memberKey, entries, importsThen, hasGrown: alert.hasGrown };
    const replayed = replayAlert(alert, material, today);
    if (replayed.identical) return replayed;
    // Rarely: the institution of today is not the one in which the alert was raised.
    const names = new Set(entries.map(({ company }) => company));
    const rows = await this.companies.usedBy([...names], importsThen);
    const companies = withThose(today.companies, rows, tableOf(rows, today));
    const again = replayAlert(alert, material, { ...today, companies });
    return again.identical || again.differences.length < replayed.differences.length ? again : replayed;
  }
}

/** The institution of today, but for some companies. */
function withThose(today: CompanyTable, rows: readonly CompanyRow[], then: CompanyTable): CompanyTable {
  const keys = new Set(rows.map((row) => row.companyKey));
  const of = (key: string) => (keys.has(key) ? then : today);
  return {
    accountsUsing: (key) => of(key).accountsUsing(key),
    isKnown: (key) => of(key).isKnown(key),
    firstSeen: (key) => of(key).firstSeen(key),
    isSpray: (key) => of(key).isSpray(key),
    debitsOnArrival: (key) => of(key).debitsOnArrival(key),
  };
}
