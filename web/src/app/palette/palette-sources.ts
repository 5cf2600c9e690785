import {
  BankOutlined,
  CloudUploadOutlined,
  FileDoneOutlined,
  FilterOutlined,
  SolutionOutlined,
  StarOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import type { CompanySummary } from '@clearwatch/contracts/companies.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import type { SavedView, ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import type { SavedFilter } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import type { QueryClient } from '@tanstack/react-query';
import { type Page, requestPage } from '../../api/api-client.ts';
import { listSavedFilters, listViews } from '../../api/saved-views-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { fetchReport } from '../../api/transactions-api.ts';
import { describeQuery, viewUrl } from '../../components/saved-views/list-views.ts';
import { fromTransactionFilters, writeReportFilters } from '../../features/reports/report-filter-state.ts';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { companyPath, memberPath } from '../../lib/page-paths.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { rankMatches } from './palette-match.ts';

export const MAX_SHOWN = 5;

export interface SourceResult {
  entries: PaletteEntry[];
  total: number;
  list: string | null;
}

const NO_RESULT: SourceResult = { entries: [], total: 0, list: null };

export interface SourceQuery {
  text: string;
  signal: AbortSignal;
  client: QueryClient;
}

/** Searches a list, not single members or entries, so nothing is audited. */
export interface PaletteSource {
  id: string;
  title: string;
  takes: (text: string) => boolean;
  find: (question: SourceQuery) => Promise<SourceResult>;
}

const MIN_LETTERS = 2;

interface ListSourceOptions<Row> extends Pick<PaletteSource, 'id' | 'title'> {
  path: string;
  parameter: string;
  screen?: string;
  entry: (row: Row, text: string) => PaletteEntry;
}

function listSource<Row>({
  id,
  title,
  path,
  parameter,
  screen,
  entry,
}: ListSourceOptions<Row>): PaletteSource {
  return {
    id,
    title,
    takes: (text) => text.length >= MIN_LETTERS,
    find: async ({ text, signal }) => {
      const { items, total } = await requestPage<Row>(firstPageUrl(path, { [parameter]: text }), signal);
      const list =
        screen === undefined ? null : `${screen}?${new URLSearchParams({ [parameter]: text }).toString()}`;
      return { entries: items.map((row) => entry(row, text)), total, list };
    },
  };
}

function rankSaved<Item extends { name: string; owner: string }>(
  saved: readonly Item[],
  { text, entry }: { text: string; entry: (item: Item) => PaletteEntry },
): SourceResult {
  const found = rankMatches(
    saved.map((item) => ({ item, label: item.name, words: item.owner })),
    text,
  );
  return {
    entries: found.slice(0, MAX_SHOWN).map(({ item }) => entry(item)),
    total: found.length,
    list: null,
  };
}

const SAVED_ITEMS_FRESH_MS = 30_000;

export function firstPageUrl(path: string, params: Record<string, string>): string {
  return `${path}?${new URLSearchParams({ ...params, page: '1', pageSize: String(MAX_SHOWN) }).toString()}`;
}

export const aiReportsSource = listSource<ReportSummary>({
  id: 'ai-reports',
  title: 'AI reports',
  path: '/api/reports',
  parameter: 'search',
  entry: reportEntry,
});

function reportEntry({
  id,
  title,
  reportType,
  generatedAt,
  state,
  requestedBy,
}: ReportSummary): PaletteEntry {
  return {
    id: `report-${id}`,
    label: title,
    detail: [
      REPORT_TYPE_LABELS[reportType],
      formatDateTime(generatedAt),
      `by ${requestedBy}`,
      ...(state === 'completed' ? [] : [state]),
    ].join(' · '),
    icon: FileDoneOutlined,
    does: { jump: { to: `/ai-reports?report=${id}` } },
  };
}

export function parseIdQuery(text: string): number | null {
  const digits = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

export const companiesSource = listSource<CompanySummary>({
  id: 'companies',
  title: 'Companies',
  path: '/api/companies/summary',
  parameter: 'company',
  screen: '/companies',
  entry: companyEntry,
});

function companyEntry({ company, memberCount, totalTransactions }: CompanySummary): PaletteEntry {
  return {
    id: `company-${company}`,
    label: company,
    detail: `${formatQuantity(memberCount, 'member')} · ${formatQuantity(totalTransactions, 'transaction')}`,
    icon: BankOutlined,
    does: { jump: { to: companyPath(company) } },
  };
}

export const importsSource = listSource<ImportSummary>({
  id: 'imports',
  title: 'Imports',
  path: '/api/imports',
  parameter: 'search',
  entry: importEntry,
});

function importEntry({
  importId,
  fileName,
  createdAt,
  uploadedBy,
  transactionCount,
  state,
}: ImportSummary): PaletteEntry {
  return {
    id: `import-${importId}`,
    label: fileName,
    detail: [
      formatDateTime(createdAt),
      `by ${uploadedBy}`,
      state === 'completed' ? formatQuantity(transactionCount, 'transaction') : state.replaceAll('_', ' '),
    ].join(' · '),
    icon: CloudUploadOutlined,
    does: {
      jump: { to: `/import?${state === 'needs_mapping' ? 'mapping' : 'import'}=${importId}` },
    },
  };
}

export const membersSource = listSource<MemberRow>({
  id: 'members',
  title: 'Members',
  path: '/api/members',
  parameter: 'search',
  screen: '/analysis',
  entry: memberEntry,
});

/** The whole account number is shown only if part of it was typed. */
function memberEntry(member: MemberRow, text: string): PaletteEntry {
  const { id, displayName, accountNumber, company, riskLevel } = member;
  const account = accountNumber.includes(text) ? accountNumber : maskAccount(accountNumber);
  const risk = riskLevel === 'low' ? '' : `${riskLevel} risk`;
  return {
    id: `member-${id}`,
    label: displayName,
    detail: [`Account ${account}`, company, risk].filter((part) => part !== '').join(' · '),
    icon: SolutionOutlined,
    does: { jump: { to: memberPath(member) } },
  };
}

export const savedFiltersSource: PaletteSource = {
  id: 'saved-filters',
  title: 'Saved filters',
  takes: () => true,
  find: async ({ text, client }) => {
    const saved = await client.fetchQuery({ ...listSavedFilters(), staleTime: SAVED_ITEMS_FRESH_MS });
    return rankSaved(saved, { text, entry: savedFilterEntry });
  },
};

function savedFilterEntry({ id, name, owner, visibility, filters }: SavedFilter): PaletteEntry {
  return {
    id: `filter-${id}`,
    label: name,
    detail: `Transaction report · ${visibility === 'shared' ? `shared by ${owner}` : `kept by ${owner}`}`,
    icon: FilterOutlined,
    does: { jump: { to: `/reports?${writeReportFilters(fromTransactionFilters(filters)).toString()}` } },
  };
}

const VIEW_LISTS: Record<ViewScreen, { label: string; path: string; forAdmins?: true }> = {
  members: { label: 'Customer Analysis', path: '/analysis' },
  companies: { label: 'Company Analysis', path: '/companies' },
  fraud: { label: 'Fraud Detection', path: '/fraud' },
  audit: { label: 'Audit Log', path: '/audit-log', forAdmins: true },
};
const VIEW_SCREENS = Object.keys(VIEW_LISTS) as ViewScreen[];

export const savedViewsSource: PaletteSource = {
  id: 'saved-views',
  title: 'Saved views',
  takes: () => true,
  find: async ({ text, client }) => {
    const user = await client.fetchQuery(getCurrentUser());
    const screens = VIEW_SCREENS.filter(
      (screen) => VIEW_LISTS[screen].forAdmins !== true || user?.role === 'Admin',
    );
    const saved = await Promise.all(
      screens.map((screen) => client.fetchQuery({ ...listViews(screen), staleTime: SAVED_ITEMS_FRESH_MS })),
    );
    return rankSaved(saved.flat(), { text, entry: savedViewEntry });
  },
};

function savedViewEntry(view: SavedView): PaletteEntry {
  const { id, name, owner, visibility, query, screen } = view;
  const { label, path } = VIEW_LISTS[screen];
  return {
    id: `view-${id}`,
    label: name,
    detail: [
      label,
      describeQuery(query),
      visibility === 'shared' ? `shared by ${owner}` : `kept by ${owner}`,
    ].join(' · '),
    icon: StarOutlined,
    does: { jump: { to: viewUrl(path, view) } },
  };
}

export function mergeNumbered<Row extends { id: number }>(numbered: Page<Row>, others: Page<Row>): Page<Row> {
  const rest = others.items.filter(({ id }) => id !== numbered.items[0]?.id);
  return {
    items: [...numbered.items, ...rest].slice(0, MAX_SHOWN),
    total: numbered.total + others.total - (others.items.length - rest.length),
  };
}

/** One word with a digit in it. */
const TRACE_NUMBER = /^(?=.*\d)[\p{L}\d-]{3,50}$/u;

export const transactionsSource: PaletteSource = {
  id: 'transactions',
  title: 'Transactions',
  takes: (text) => TRACE_NUMBER.test(text) || parseIdQuery(text) !== null,
  find: async ({ text, signal }) => {
    const id = parseIdQuery(text);
    const [numbered, traced] = await Promise.all([
      id === null
        ? NO_TRANSACTIONS
        : requestPage<Transaction>(`/api/transactions?id=${id}&pageSize=${MAX_SHOWN}`, signal),
      TRACE_NUMBER.test(text)
        ? fetchReport({ filters: { checkTracerNumber: text }, rows: MAX_SHOWN, signal })
        : NO_TRANSACTIONS,
    ]);
    const { items, total } = mergeNumbered(numbered, traced);
    const list = `/reports?${new URLSearchParams({ checkTracerNumber: text }).toString()}`;
    return {
      entries: items.map(transactionEntry),
      total,
      list: traced.total > MAX_SHOWN ? list : NO_RESULT.list,
    };
  },
};

const NO_TRANSACTIONS = { items: [] as Transaction[], total: 0 };

function transactionEntry(entry: Transaction): PaletteEntry {
  const { id, amount, transactionType, company, memberName, postingDate, checkTracerNumber } = entry;
  const day = postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  return {
    id: `transaction-${id}`,
    label: `${formatMoney(amount)} ${transactionType} · ${company}`,
    detail: [
      memberName,
      day === null ? '' : formatDay(day),
      checkTracerNumber === null ? '' : `Trace ${checkTracerNumber}`,
      `No. ${id}`,
    ]
      .filter((part) => part !== '')
      .join(' · '),
    icon: SwapOutlined,
    does: { jump: { opens: 'transaction', id } },
  };
}
