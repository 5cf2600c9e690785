import { ACTIVITY_TYPES, type AlertEvidence, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { CompanyTable } from '@clearwatch/domain/detection/company-table';
import type { FrozenAlert } from '@clearwatch/domain/detection/compare-replay';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { type ReplayOutcome, replayAlert } from '@clearwatch/domain/detection/replay-alert';
import { parseCents } from '@clearwatch/domain/money/cents';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  booleanOf,
  enumOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  COMPANY_USAGE_SQL,
  COUNT_FIRST_USES_SQL,
  CompanyTableService,
  type CompanyUsage,
  toCompanyTable,
  toCompanyUsage,
} from './company-table.service.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';

/** A company of more accounts was hardly taken for anything else then than it is today; its entries would be too many. */
const MAX_ACCOUNTS_PER_COMPANY = 1_000;
const MAX_ACCOUNTS = 20_000;

/** How the institution used companies as some imports show it, counted from the ledger: rollups keep no history. */
@Injectable()
export class PastCompanyUsageRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Of the companies that so few accounts use that counting is quick; none when they are too many together. */
  async usedBy(companies: readonly string[], importsThen: ReadonlySet<string>): Promise<CompanyUsage[]> {
    const rows = await this.database.query<Row[]>(
      `WITH keys AS (SELECT * FROM unnest($1::text[], $2::text[]) AS k (company, company_key)),
       few AS (
         SELECT company_key FROM analytics.company_accounts JOIN keys USING (company)
          GROUP BY 1 HAVING count(*) <= ${MAX_ACCOUNTS_PER_COMPANY}),
       users AS MATERIALIZED (
         SELECT company_key, company, account_number
           FROM few JOIN keys USING (company_key) JOIN analytics.company_accounts USING (company)),
       entries AS MATERIALIZED (
         SELECT users.company_key, users.account_number, t.event_date, t.entry_kind, t.transaction_type
           FROM users CROSS JOIN LATERAL (
                SELECT * FROM ledger.transactions t
                 WHERE t.account_number = users.account_number AND t.company = users.company OFFSET 0) t
          WHERE (SELECT count(*) FROM users) <= ${MAX_ACCOUNTS} AND t.import_id = ANY($3::bigint[])),
       met AS (
         SELECT company_key, account_number, min(event_date) AS first_day,
                min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS first_debit
           FROM entries GROUP BY 1, 2),
       arrivals AS (${COUNT_FIRST_USES_SQL}),
       months AS (
         SELECT company_key, count(DISTINCT date_trunc('month', event_date)) AS active_months
           FROM entries GROUP BY 1)
       ${COMPANY_USAGE_SQL}`,
      [companies, companies.map(companyKey), [...importsThen]],
    );
    return rows.map(toCompanyUsage);
  }
}

interface StoredFrozenAlert extends FrozenAlert {
  /** When what the evidence says was written: raised, or revised after an undo. As PostgreSQL writes it. */
  frozenAt: string;
  hasGrown: boolean;
}

@Injectable()
export class AlertReplayRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async alert(id: number): Promise<StoredFrozenAlert | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT a.activity_type, a.account_number, a.transaction_id::text, a.amount, a.risk_level, a.percentage_change,
              a.description, a.evidence, coalesce(l.frozen_at, a.created_at)::text AS frozen_at,
              coalesce(l.has_grown, false) OR coalesce(r.kind = 'undo', false) AS has_grown
         FROM analytics.unusual_activities a LEFT JOIN analytics.detection_runs r ON r.id = a.run_id
        CROSS JOIN LATERAL (
              SELECT max(at) FILTER (WHERE event IN ('raised', 'revised')) AS frozen_at,
                     bool_or(event IN ('grown', 'revised')) AS has_grown
                FROM analytics.alert_links WHERE alert_id = a.id) l
        WHERE a.id = $1`,
      [id],
    );
    return row === undefined ? null : toFrozenAlert(row);
  }

  /**
   * All accounts of the member who has this one, as detection takes them together, and further ones. A name that more accounts
   * have than one member does is nobody's.
   */
  async memberOf(
    accountNumber: string,
    further: readonly string[],
  ): Promise<{ memberKey: string | null; accounts: string[] }> {
    const rows = await this.database.query<Row[]>(
      `SELECT other.account_number, other.member_key
         FROM ledger.members m JOIN ledger.members other ON other.member_key = m.member_key
        WHERE m.account_number = $1 LIMIT ${MAX_ACCOUNTS_PER_MEMBER + 1}`,
      [accountNumber],
    );
    const together = rows.length > MAX_ACCOUNTS_PER_MEMBER ? [] : rows;
    const accounts = together.map((row) => textOf(row, 'account_number'));
    return {
      memberKey: together[0] === undefined ? null : textOf(together[0], 'member_key'),
      accounts: [...new Set([accountNumber, ...accounts, ...further])],
    };
  }

  /** Which imports had been stored by then, also those that were taken back later. */
  async importsStoredBy(moment: string): Promise<Set<string>> {
    const rows = await this.database.query<Row[]>(
      'SELECT id::text FROM ledger.imports WHERE finished_at <= $1::timestamptz',
      [moment],
    );
    return new Set(rows.map((row) => textOf(row, 'id')));
  }
}

function toFrozenAlert(row: Row): StoredFrozenAlert {
  return {
    activityType: enumOf(ACTIVITY_TYPES, row, 'activity_type'),
    accountNumber: textOf(row, 'account_number'),
    triggerEntryId: textOf(row, 'transaction_id'),
    amountCents: parseCents(moneyOf(row, 'amount')),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    percentageChange: nullable(textOf, row, 'percentage_change'),
    description: textOf(row, 'description'),
    // Frozen by this service when the alert was raised.
    evidence: row['evidence'] as AlertEvidence,
    frozenAt: textOf(row, 'frozen_at'),
    hasGrown: booleanOf(row, 'has_grown'),
  };
}

/** Computes alerts again from the ledger as it is, and says what came out otherwise. Changes nothing. */
@Injectable()
export class AlertReplayService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: AlertReplayRepository,
    private readonly reader: MemberEntriesReader,
    private readonly institution: CompanyTableService,
    private readonly companies: PastCompanyUsageRepository,
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
    const companies = overrideCompanies(today.companies, rows, toCompanyTable(rows, today));
    const again = replayAlert(alert, material, { ...today, companies });
    return again.identical || again.differences.length < replayed.differences.length ? again : replayed;
  }
}

/** The institution of today, but for some companies. */
function overrideCompanies(
  today: CompanyTable,
  rows: readonly CompanyUsage[],
  then: CompanyTable,
): CompanyTable {
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
