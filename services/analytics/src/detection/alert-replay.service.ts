import { ACTIVITY_TYPES, type AlertEvidence, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { AlertReplay } from '@clearwatch/contracts/alerts.dto';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { type ReplayOutcome, replayAlert } from '@clearwatch/domain/detection/replay-alert';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { queryTexts, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { alertAuditSubject, alertNotFound } from '../alerts/alerts.repository.ts';
import {
  COMPANY_USAGE,
  COMPANY_USAGE_SQL,
  COUNT_FIRST_USES_SQL,
  CompanyTableService,
  toCompanyTable,
} from './company-table.service.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';

/** Companies with more accounts are excluded, because they have too many entries and their status has rarely changed. */
const MAX_ACCOUNTS_PER_COMPANY = 1_000;
const MAX_ACCOUNTS = 20_000;

/** `frozenAt`: when the evidence was created or last revised after an undo, in PostgreSQL's format. */
const ALERT = new RowReader({
  words: { activityType: ACTIVITY_TYPES, riskLevel: RISK_LEVELS },
  text: ['accountNumber', 'triggerEntryId', 'description', 'frozenAt'],
  'text?': ['percentageChange'],
  cents: ['amountCents'],
  boolean: ['hasGrown'],
  json: ['evidence'],
});
const ACCOUNT = new RowReader({ text: ['accountNumber', 'memberKey'] });

type StoredFrozenAlert = ReadRow<typeof ALERT> & { evidence: AlertEvidence };

@Injectable()
export class AlertReplayService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reader: MemberEntriesReader,
    private readonly companies: CompanyTableService,
    private readonly trail: AuditTrail,
  ) {}

  async replay(actor: Actor, id: number): Promise<AlertReplay> {
    const alert = await this.alert(id);
    if (alert === null) throw alertNotFound();
    const { identical, differences, outcome } = await this.compute(alert);
    const entry = {
      action: 'alert.replayed',
      subject: alertAuditSubject(id),
      detail: { identical },
    } as const;
    await this.trail.record(actor, entry, this.database);
    const { policyVersion, ruleVersion } = alert.evidence.rule;
    return {
      identical,
      summary: `Rule version ${ruleVersion} with the parameters from policy version ${policyVersion}, applied to the entries in the ledger at that time: ${outcome}`,
      differences,
      policyVersion,
      replayedAt: new Date().toISOString(),
    };
  }

  private async compute(alert: StoredFrozenAlert): Promise<ReplayOutcome> {
    const shown = alert.evidence.entries.map(({ accountNumber }) => accountNumber);
    const member = await this.memberOf(alert.accountNumber, shown);
    const importsThen = await this.importsStoredBy(alert.frozenAt);
    const { memberKey, entries } = await this.reader.readMember(member);
    const today = await this.companies.current();
    const material = { memberKey, entries, importsThen, hasGrown: alert.hasGrown };
    const replayed = replayAlert(alert, material, today);
    if (replayed.identical) return replayed;
    // Rare: company usage has changed since the alert was raised.
    const names = new Set(entries.map(({ company }) => company));
    const usage = new Map(today.usage);
    for (const company of await this.companyUsageIn(importsThen, [...names])) usage.set(company.companyKey, company);
    const companies = toCompanyTable(usage, today);
    const again = replayAlert(alert, material, { ...today, companies });
    return again.identical || again.differences.length < replayed.differences.length ? again : replayed;
  }

  private async alert(id: number): Promise<StoredFrozenAlert | null> {
    const alert = await ALERT.first(
      this.database,
      `SELECT a.activity_type, a.account_number, a.transaction_id::text AS trigger_entry_id, a.amount AS amount_cents,
              a.risk_level, a.percentage_change, a.description, a.evidence,
              coalesce(l.frozen_at, a.created_at)::text AS frozen_at,
              coalesce(l.has_grown, false) OR coalesce(r.kind = 'undo', false) AS has_grown
         FROM analytics.unusual_activities a LEFT JOIN analytics.detection_runs r ON r.id = a.run_id
        CROSS JOIN LATERAL (
              SELECT max(at) FILTER (WHERE event IN ('raised', 'revised')) AS frozen_at,
                     bool_or(event IN ('grown', 'revised')) AS has_grown
                FROM analytics.alert_links WHERE alert_id = a.id) l
        WHERE a.id = $1`,
      [id],
    );
    // Safe to cast, because this service wrote the evidence.
    return alert as StoredFrozenAlert | null;
  }

  private async memberOf(accountNumber: string, further: readonly string[]) {
    const found = await ACCOUNT.all(
      this.database,
      `SELECT other.account_number, other.member_key
         FROM ledger.members m JOIN ledger.members other ON other.member_key = m.member_key
        WHERE m.account_number = $1 LIMIT ${MAX_ACCOUNTS_PER_MEMBER + 1}`,
      [accountNumber],
    );
    // A name with more accounts than this does not identify one person.
    const together = found.length > MAX_ACCOUNTS_PER_MEMBER ? [] : found;
    const accounts = new Set([accountNumber, ...together.map((other) => other.accountNumber), ...further]);
    return { memberKey: together[0]?.memberKey ?? null, accounts: [...accounts] };
  }

  /** Ids of the imports that were stored at that time, including those undone later. */
  private async importsStoredBy(time: string): Promise<Set<string>> {
    const sql = 'SELECT id::text FROM ledger.imports WHERE finished_at <= $1::timestamptz';
    return new Set(await queryTexts(this.database, sql, [time]));
  }

  /** Company usage in the given imports. Reads the ledger, because rollups contain no history, and excludes large companies. */
  private companyUsageIn(importIds: ReadonlySet<string>, companies: readonly string[]) {
    return COMPANY_USAGE.all(
      this.database,
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
      [companies, companies.map(companyKey), [...importIds]],
    );
  }
}
