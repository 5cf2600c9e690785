import type { MigrationInterface } from 'typeorm';
import { AddInstitutionContact1765410000004 } from './add-institution-contact.ts';
import { CountBearers1764400000004 } from './count-accounts-per-name.ts';
import { CountAlertsOfTheLedger1765400000004 } from './count-ledger-alerts.ts';
import { CreateCasework1764300000004 } from './create-alert-review.ts';
import { CreateAnalytics1763600000004 } from './create-analytics.ts';
import { CreateAnalyticsAuditOutbox1763700000004 } from './create-analytics-audit-outbox.ts';
import { CreateAnalyticsRetention1765200000004 } from './create-analytics-retention.ts';
import { CreateInstitutionProfiles1764800000004 } from './create-institution-profiles.ts';
import { CreateListFigures1764200000004 } from './create-list-figures.ts';
import { CreateNotifications1764900000004 } from './create-notifications.ts';
import { CreateUndo1764000000004 } from './create-projection-undo.ts';
import { DigestAlertsOnce1765300000004 } from './digest-alerts-once.ts';
import { LeaveOutUnknownCompany1765500000004 } from './exclude-unknown-company.ts';
import { KeepCompanyArrivals1764700000004 } from './store-company-first-use.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const analyticsMigrations: (new () => MigrationInterface)[] = [
  CreateAnalytics1763600000004,
  CreateAnalyticsAuditOutbox1763700000004,
  CreateUndo1764000000004,
  CreateListFigures1764200000004,
  CreateCasework1764300000004,
  CountBearers1764400000004,
  KeepCompanyArrivals1764700000004,
  CreateInstitutionProfiles1764800000004,
  CreateNotifications1764900000004,
  CreateAnalyticsRetention1765200000004,
  DigestAlertsOnce1765300000004,
  AddInstitutionContact1765410000004,
  LeaveOutUnknownCompany1765500000004,
  CountAlertsOfTheLedger1765400000004,
];
