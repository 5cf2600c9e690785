import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import { AS_OF, type RawEntry } from './recount-entries.ts';

/** A stored alert, used as input for alert recounts. */
export interface RawAlert {
  id: number;
  type: string;
  account: string;
  /** Whether the entry that completed the pattern is still in the ledger. */
  inLedger: boolean;
  day: string;
  cents: number;
  risk: 'low' | 'medium' | 'high';
  outcome: string | null;
  reviewed: boolean;
  /** Timestamps as text. */
  raised: string;
  reviewedAt: string | null;
  evidence: {
    figures?: { label: string; value: string; threshold: string; unit: string }[];
    companies?: { company: string }[];
  };
}

export interface Days {
  firstDay: string;
  lastDay: string;
}

/** A report with the text and lists that contain its facts. */
export interface FactReport {
  type: ReportType;
  period: Days;
  previous: Days;
  document: ReportDocument;
  facts: readonly Fact[];
}

export type Side = RawEntry['side'];
export type Risk = RawAlert['risk'];
export const WHOLE_LEDGER: Days = { firstDay: '0000-01-01', lastDay: AS_OF };
/** The year that the member list covers. */
export const YEAR: Days = { firstDay: addDays(AS_OF, -364), lastDay: AS_OF };
export const LAST_DAYS: Days = { firstDay: addDays(AS_OF, -29), lastDay: AS_OF };

/**
 * Company categories, assigned manually from names and entries. Companies that are not listed have no
 * category.
 */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'Other banks and brokers': [
    'HIGHYIELD BANK',
    'NORTHSTAR BANK',
    'COASTAL SAVINGS',
    'PIONEER TRUST',
    'ALLY BANK',
    'ELMWOOD BROKERS',
  ],
  'Payment apps and wallets': ['VENMO', 'ZELLE', 'CASH APP', 'PAYPAL', 'APPLE CASH', 'WISE INC'],
  'Cryptocurrency exchanges': ['COINBAY CRYPTO', 'BITHARBOR CRYPTO'],
  'Money transfer companies': ['Q MONEY TRANSFER'],
  mortgage: ['KEYSTONE LENDING', 'OLD MILL MORTG', 'FIRST PRAIRIE HL', 'ROCKET MORTGAGE'],
  'credit card': [
    'MERIDIAN CARD',
    'UNION REWARDS',
    'BEACON BANK CARD',
    'FOUNTAIN CARD',
    'CHASE CREDIT CRD',
    'SYNCHRONY BANK',
  ],
  // A wage advance that is repaid counts as a loan.
  'loan, type unknown': ['DRIVEWELL FIN', 'DAYSHIFT PAY'],
  'auto loan': ['TRUCK AUTO CREDT', 'TOYOTA FINANCIAL'],
  'student loan': ['CAMPUS LOAN SVCG'],
  'home equity': ['PRAIRIE HELOC'],
  'payday loan': ['PAYDAY FAST CASH', 'ACE CASH EXPRESS'],
};
const KIND_OF = new Map(Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind])));
export const TRANSFER_WAYS = [
  'Other banks and brokers',
  'Payment apps and wallets',
  'Cryptocurrency exchanges',
  'Money transfer companies',
  'Other international (IAT)',
];
/** Entries from other companies that the counterparty table cannot classify by name or description. */
const UNCLASSIFIED: readonly ((entry: RawEntry) => boolean)[] = [
  ({ description }) => ['PAYMENT', 'SERVICE', 'EVENT PAY', 'PROCEEDS', 'HOUSING'].includes(description),
  ({ company, description }) => description === 'REVERSAL' && company !== 'RIVERTON SCHOOLS',
  ({ company, side }) => company === 'HOMEGOODS DIRECT' && side === 'Credit',
];
export const LOANS = [
  'mortgage',
  'credit card',
  'loan, type unknown',
  'auto loan',
  'student loan',
  'home equity',
  'payday loan',
];

/** Pattern names and categories from the specification. */
export const PATTERNS: Readonly<Record<string, readonly [name: string, category: string]>> = {
  velocity_anomaly: ['Velocity Anomaly', 'Velocity & Testing'],
  test_then_large: ['Test then Large', 'Velocity & Testing'],
  structuring: ['Structuring', 'Structuring'],
  round_amount_structuring: ['Round-Amount Structuring', 'Structuring'],
  account_takeover: ['Account Takeover', 'Account Takeover'],
  new_companies: ['New Companies', 'Account Takeover'],
  timing_anomaly: ['Timing Anomaly', 'Account Takeover'],
  weekend_only: ['Weekend Only', 'Account Takeover'],
  kiting_pattern: ['Kiting Pattern', 'Kiting & Manipulation'],
  reversal_pattern: ['Reversal Pattern', 'Kiting & Manipulation'],
  unauthorized_ach: ['Unauthorized ACH', 'Unauthorized ACH'],
  multiple_companies: ['Multiple Companies', 'Unauthorized ACH'],
  bec_pattern: ['BEC Pattern', 'Business Email Compromise'],
  urgency_flag: ['Urgency Flag', 'Business Email Compromise'],
  mule_activity: ['Mule Activity', 'Money Mule Activity'],
  high_volume_mule: ['High-Volume Mule', 'Money Mule Activity'],
  dormant_reactivation: ['Dormant Reactivation', 'Dormant Account Activity'],
  high_risk_pattern: ['High-Risk Pattern', 'High-Risk Transactions'],
  large_credit: ['Large Credit', 'Other Patterns'],
  frequent_debits: ['Frequent Debits', 'Other Patterns'],
  unusual_pattern: ['Unusual Pattern', 'Other Patterns'],
};
export const nameOf = ({ type }: RawAlert) => PATTERNS[type]?.[0] ?? type;
export const categoryOf = ({ type }: RawAlert) => PATTERNS[type]?.[1] ?? 'Other Patterns';

export const UNAUTHORIZED = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'];

/** Federal Reserve holidays that fall on weekdays in these years. */
const HOLIDAYS = [
  '2025-09-01',
  '2025-10-13',
  '2025-11-11',
  '2025-11-27',
  '2025-12-25',
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
].concat(['2026-05-25', '2026-06-19', '2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25']);
export const isBankingDay = (day: string) =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !HOLIDAYS.includes(day);

export const moves = ({ cents, code, sec }: RawEntry) => cents > 0 && sec !== 'COR' && !/[1368]$/.test(code);
export const isReturnedDebit = ({ code, sec }: RawEntry) => code.endsWith('6') && sec !== 'COR';
export const inDays = (day: string, { firstDay, lastDay }: Days) => day >= firstDay && day <= lastDay;
export const daysOf = ({ firstDay, lastDay }: Days) => epochDay(lastDay) - epochDay(firstDay) + 1;
export const monthDays = (month: string): Days => ({ firstDay: `${month}-01`, lastDay: `${month}-31` });
export function monthAfter(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Recounts entries using simple loops. */
export class RecountBooks {
  readonly money: readonly RawEntry[];
  readonly accounts: readonly string[];
  readonly firstDay: string;
  private readonly byAccount: ReadonlyMap<string, readonly RawEntry[]>;
  private readonly byCompany: ReadonlyMap<string, readonly RawEntry[]>;
  /** Names in the ledger. */
  readonly companies: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  private readonly counted = new Map<string, unknown>();

  constructor(
    readonly entries: readonly RawEntry[],
    readonly alerts: readonly RawAlert[],
  ) {
    this.money = entries.filter(moves);
    this.accounts = [...new Set(entries.map(({ account }) => account))];
    this.byAccount = Map.groupBy(this.money, ({ account }) => account);
    this.byCompany = Map.groupBy(this.money, ({ company }) => company);
    this.companies = new Set(entries.map(({ company }) => company));
    this.people = new Set(entries.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
    this.firstDay = entries.reduce((first, { day }) => (day !== '' && day < first ? day : first), AS_OF);
  }

  /** Cached, because hundreds of facts need the same result. */
  once<T>(question: string, count: () => T): T {
    if (!this.counted.has(question)) this.counted.set(question, count());
    return this.counted.get(question) as T;
  }

  moneyOf(account: string): readonly RawEntry[] {
    return this.byAccount.get(account) ?? [];
  }

  moneyWith(company: string): readonly RawEntry[] {
    return this.byCompany.get(company) ?? [];
  }

  /** The account that ends in these digits, which reports use as its name. */
  accountEnding(end: string): string {
    const found = this.once(`ending ${end}`, () => this.accounts.filter((account) => account.endsWith(end)));
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} accounts end in ${end}`);
    return found[0];
  }

  firstDayOf(account: string): string | null {
    const days = this.moneyOf(account)
      .filter(({ day }) => inDays(day, WHOLE_LEDGER))
      .map(({ day }) => day);
    return days.toSorted()[0] ?? null;
  }

  lastDayOf(account: string, until = AS_OF): string | null {
    const days = this.moneyOf(account)
      .filter(({ day }) => inDays(day, { ...WHOLE_LEDGER, lastDay: until }))
      .map(({ day }) => day);
    return days.toSorted().at(-1) ?? null;
  }

  isActive(account: string, days: Days): boolean {
    return this.moneyOf(account).some(({ day }) => inDays(day, days));
  }

  activeIn(days: Days): string[] {
    return this.once(`active ${days.firstDay} ${days.lastDay}`, () =>
      this.accounts.filter((account) => this.isActive(account, days)),
    );
  }

  /** Accounts whose first credit or debit is on these days. */
  arrivedIn(days: Days): string[] {
    return this.once(`arrived ${days.firstDay} ${days.lastDay}`, () =>
      this.activeIn(days).filter((account) => (this.firstDayOf(account) ?? '') >= days.firstDay),
    );
  }

  quietAfter(previous: Days, period: Days): string[] {
    return this.once(`quiet ${previous.firstDay} ${period.firstDay} ${period.lastDay}`, () =>
      this.activeIn(previous).filter((account) => !this.isActive(account, period)),
    );
  }

  creditsOf(account: string, days: Days): number {
    return sumOf(this.moneyOf(account), 'Credit', days);
  }

  debitsOf(account: string, days: Days): number {
    return sumOf(this.moneyOf(account), 'Debit', days);
  }

  /** Monthly average over the last year, rounded to the cent. */
  monthly(account: string, side: Side): number {
    const covered = Math.max(30, Math.min(365, daysOf({ firstDay: this.firstDay, lastDay: AS_OF })));
    return Math.round((sumOf(this.moneyOf(account), side, YEAR) * 365) / (covered * 12));
  }

  incomeBand(account: string): 'low' | 'medium' | 'high' {
    const income = this.monthly(account, 'Credit');
    return income >= 700_000 ? 'high' : income >= 300_000 ? 'medium' : 'low';
  }

  /** Median credits over the last twelve full months; null with fewer than three. */
  usualMonth(account: string): number | null {
    const first = this.firstDayOf(account);
    const months: string[] = [];
    for (let month = lastWholeMonth(AS_OF); months.length < 12; month = monthAfter(month, -1)) {
      if (first === null || `${month}-01` < first) break;
      months.push(month);
    }
    const sums = months.map((month) => this.creditsOf(account, monthDays(month)));
    return months.length < 3 ? null : Math.round(medianOf(sums));
  }

  monthsWithCredits(account: string, days: Days): number {
    const credits = this.moneyOf(account).filter(({ side, day }) => side === 'Credit' && inDays(day, days));
    return new Set(credits.map(({ day }) => day.slice(0, 7))).size;
  }

  /** The company with the largest total. */
  mainCompany(entries: readonly RawEntry[]): string | null {
    const sums = [...Map.groupBy(entries, ({ company }) => company)].map(([company, own]) => ({
      company,
      cents: own.reduce((cents, entry) => cents + entry.cents, 0),
    }));
    return sums.toSorted((a, b) => b.cents - a.cents || compare(a.company, b.company))[0]?.company ?? null;
  }

  /** Alerts whose entries are in the ledger. */
  validAlerts(): readonly RawAlert[] {
    return this.alerts.filter(({ inLedger }) => inLedger);
  }

  openOf(account: string, risk: Risk): RawAlert[] {
    return this.validAlerts().filter((alert) => alert.account === account && !alert.reviewed && alert.risk === risk);
  }

  riskOf(account: string): Risk {
    return this.once(`risk ${account}`, () => this.riskNow(account));
  }

  private riskNow(account: string): Risk {
    const high = this.openOf(account, 'high');
    const medium = this.openOf(account, 'medium');
    if (high.some(({ day }) => day >= addDays(AS_OF, -90))) return 'high';
    if (new Set(medium.map(categoryOf)).size >= 3) return 'high';
    if (high.length + medium.length > 0) return 'medium';
    const confirmed = this.validAlerts().filter(
      (alert) =>
        alert.account === account &&
        alert.risk === 'high' &&
        ['suspicious', 'escalated'].includes(alert.outcome ?? '') &&
        alert.day >= addDays(AS_OF, -180),
    );
    return confirmed.length > 0 ? 'medium' : 'low';
  }

  kindOf(company: string): string | null {
    return KIND_OF.get(company) ?? null;
  }

  /**
   * The route of a transfer to or from another institution; null for other entries, such as micro-entries for
   * account verification.
   */
  wayOf({ company, sec, description }: RawEntry): string | null {
    if (description === 'ACCTVERIFY') return null;
    const kind = this.kindOf(company);
    if (kind !== null && TRANSFER_WAYS.includes(kind)) return kind;
    return sec === 'IAT' ? 'Other international (IAT)' : null;
  }

  isUnclassified(entry: RawEntry): boolean {
    if (entry.company === 'DAYSHIFT PAY') return entry.side === 'Credit';
    return entry.sec !== 'IAT' && this.kindOf(entry.company) === null && UNCLASSIFIED.some((isSo) => isSo(entry));
  }

  loanOf({ company }: RawEntry): string | null {
    const kind = this.kindOf(company);
    return kind !== null && LOANS.includes(kind) ? kind : null;
  }

  /**
   * VIPs are the twenty members with the largest usual months among those with credits in at least six months
   * of the year.
   */
  vips(): string[] {
    const usual = (account: string) => this.usualMonth(account) ?? 0;
    return this.once('vips', () =>
      this.accounts
        .filter((account) => this.monthsWithCredits(account, YEAR) >= 6)
        .toSorted((a, b) => usual(b) - usual(a) || compare(a, b))
        .slice(0, 20),
    );
  }
}

export function sumOf(entries: readonly RawEntry[], side: Side, days: Days): number {
  let cents = 0;
  for (const entry of entries) if (entry.side === side && inDays(entry.day, days)) cents += entry.cents;
  return cents;
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The last full month as of a day. */
export function lastWholeMonth(day: string): string {
  const month = day.slice(0, 7);
  return addDays(day, 1).slice(0, 7) === month ? monthAfter(month, -1) : month;
}
