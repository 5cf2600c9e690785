import { AnalyticsEnvironment } from '@clearwatch/analytics/environment';
import { AnalyticsStatus } from '@clearwatch/analytics/status/analytics-status';
import { AuthEnvironment } from '@clearwatch/auth/environment';
import { AuthStatus } from '@clearwatch/auth/status/auth-status';
import type { RetentionOf } from '@clearwatch/contracts/http/retention';
import type { RetainedData } from '@clearwatch/contracts/internal/service-status';
import { kindsFor } from '@clearwatch/gateway/system/kept-kinds';
import { ReportsStatus } from '@clearwatch/reports/status/reports-status';
import { Today } from '@clearwatch/service-kit/time/today';
import type { DataSource } from 'typeorm';

/** What Settings shows under Data retention, also while no service answers: each kind as its service counts it. */
export async function readRetention(database: DataSource, keptYears: number): Promise<RetentionOf[]> {
  const today = new Today();
  const period = { TRANSACTIONS_KEPT_YEARS: keptYears };
  const holders: Readonly<Record<string, { retained(): Promise<RetainedData> }>> = {
    analytics: new AnalyticsStatus(database, today, Object.assign(new AnalyticsEnvironment(), period)),
    reports: new ReportsStatus(database, today),
    auth: new AuthStatus(database, Object.assign(new AuthEnvironment(), period)),
  };
  const kinds: RetentionOf[] = [];
  for (const { holder, ...kind } of kindsFor(keptYears)) {
    const held = await holders[holder]?.retained();
    if (held === undefined) throw new Error(`Nobody counts what ${holder} keeps.`);
    kinds.push(Object.assign({ ...kind, isKnown: true }, held));
  }
  return kinds;
}
