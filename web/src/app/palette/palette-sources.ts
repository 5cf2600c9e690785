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
import { UNFINISHED_REPORT_LABELS } from '../../lib/report-labels.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { rankMatches } from './palette-match.ts';

export const MAX_SHOWN = 5;

export interface SourceResult {
  entries: PaletteEntry[];
  total: number;
  /** The screen that shows all results; null if there is none. */
  list: string | null;
}

/** Searches a list, not single members or entries, so nothing is audited. */
export interface PaletteSource {
  id: string;
  title: string;
  takes: (text: string) => boolean;
  find: (query: { text: string; signal: AbortSignal; client: QueryClient }) => Promise<SourceResult>;
}

/** Fewer letters match almost every name. */
const MIN_LETTERS = 2;

interface ListSourceOptions<Row> extends Pick<PaletteSource, 'id' | 'title'> {
  path: string;
  /** The search parameter for both the server and `screen`. */
  parameter: string;
  screen?: string;
  entry: (row: Row, text: string) => PaletteEntry;
}

function listSource<Row>(options: ListSourceOptions<Row>): PaletteSource {
  const { id, title, path, parameter, screen, entry } = options;
  return {
    id,
    title,
    takes: (text) => text.length >= MIN_LETTERS,
    find: async ({ text, signal }) => {
      const params = { [parameter]: text };
      const { items, total } = await requestPage<Row>(firstPageUrl(path, params), signal);
      const list = screen === undefined ? null : `${screen}?${new URLSearchParams(params)}`;
      return { entries: items.map((row) => entry(row, text)), total, list };
    },
  };
}

export const joinDetails = (...parts: (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join(' · ');

export const firstPageUrl = (path: string, params: Record<string, string>): string =>
  `${path}?${new URLSearchParams({ ...params, page: '1', pageSize: String(MAX_SHOWN) })}`;

/** The ID in "7" or "#7"; null for anything else. */
export function parseIdQuery(text: string): number | null {
  const digits = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

export const aiReportsSource = listSource<ReportSummary>({
  id: 'ai-reports',
  title: 'AI reports',
  path: '/api/reports',
  parameter: 'search',
  entry: ({ id, title, reportType, generatedAt, state, requestedBy }) => ({
    id: `report-${id}`,
    label: title,
    detail: joinDetails(
      REPORT_TYPE_LABELS[reportType],
      formatDateTime(generatedAt),
      `by ${requestedBy}`,
      state !== 'completed' && UNFINISHED_REPORT_LABELS[state],
    ),
    icon: FileDoneOutlined,
    does: { jump: { to: `/ai-reports?report=${id}` } },
  }),
});

export const companiesSource = listSource<CompanySummary>({
  id: 'companies',
  title: 'Companies',
  path: '/api/companies/summary',
  parameter: 'company',
  screen: '/companies',
  entry: ({ company, memberCount, totalTransactions }) => ({
    id: `company-${company}`,
    label: company,
    detail: joinDetails(formatQuantity(memberCount, 'member'), formatQuantity(totalTransactions, 'transaction')),
    icon: BankOutlined,
    does: { jump: { to: companyPath(company) } },
  }),
});

export const importsSource = listSource<ImportSummary>({
  id: 'imports',
  title: 'Imports',
  path: '/api/imports',
  parameter: 'search',
  entry: ({ importId, fileName, createdAt, uploadedBy, transactionCount, state }) => ({
    id: `import-${importId}`,
    label: fileName,
    detail: joinDetails(
      formatDateTime(createdAt),
      `by ${uploadedBy}`,
      state === 'completed' ? formatQuantity(transactionCount, 'transaction') : state.replaceAll('_', ' '),
    ),
    icon: CloudUploadOutlined,
    does: { jump: { to: `/import?${state === 'needs_mapping' ? 'mapping' : 'import'}=${importId}` } },
  }),
});

export const membersSource = listSource<MemberRow>({
  id: 'members',
  title: 'Members',
  path: '/api/members',
  parameter: 'search',
  screen: '/analysis',
  entry: (member, text) => {
    const { id, displayName, accountNumber, company, riskLevel } = member;
    // The whole account number is shown only if part of it was typed.
    const account = accountNumber.includes(text) ? accountNumber : maskAccount(accountNumber);
    return {
      id: `member-${id}`,
      label: displayName,
      detail: joinDetails(`Account ${account}`, company, riskLevel !== 'low' && `${riskLevel} risk`),
      icon: SolutionOutlined,
      does: { jump: { to: memberPath(member) } },
    };
  },
});

const SAVED_ITEMS_FRESH_MS = 30_000;

type SavedItem = Pick<SavedView, 'name' | 'owner' | 'visibility'>;

/** There are few saved items, so all are fetched and searched here, by name and owner. */
function savedSource<Item extends SavedItem>(
  source: Pick<PaletteSource, 'id' | 'title'>,
  list: (client: QueryClient) => Promise<Item[]>,
  entry: (item: Item, sharing: string) => PaletteEntry,
): PaletteSource {
  return {
    ...source,
    takes: () => true,
    find: async ({ text, client }) => {
      const saved = await list(client);
      const found = rankMatches(
        saved.map((item) => ({ item, label: item.name, keywords: item.owner })),
        text,
      );
      const entries = found.slice(0, MAX_SHOWN).map(({ item }) => {
        const { owner, visibility } = item;
        return entry(item, `${visibility === 'shared' ? 'shared' : 'saved'} by ${owner}`);
      });
      return { entries, total: found.length, list: null };
    },
  };
}

export const savedFiltersSource = savedSource<SavedFilter>(
  { id: 'saved-filters', title: 'Saved filters' },
  (client) => client.fetchQuery({ ...listSavedFilters(), staleTime: SAVED_ITEMS_FRESH_MS }),
  ({ id, name, filters }, sharing) => ({
    id: `filter-${id}`,
    label: name,
    detail: `Transaction report · ${sharing}`,
    icon: FilterOutlined,
    does: { jump: { to: `/reports?${writeReportFilters(fromTransactionFilters(filters))}` } },
  }),
);

const VIEW_LISTS: Record<ViewScreen, { label: string; path: string; forAdmins?: true }> = {
  members: { label: 'Customer Analysis', path: '/analysis' },
  companies: { label: 'Company Analysis', path: '/companies' },
  fraud: { label: 'Fraud Detection', path: '/fraud' },
  audit: { label: 'Audit Log', path: '/audit-log', forAdmins: true },
};

async function fetchViews(client: QueryClient): Promise<SavedView[]> {
  const user = await client.fetchQuery(getCurrentUser());
  const screens = (Object.keys(VIEW_LISTS) as ViewScreen[]).filter(
    (screen) => VIEW_LISTS[screen].forAdmins !== true || user?.role === 'Admin',
  );
  const views = screens.map((screen) => client.fetchQuery({ ...listViews(screen), staleTime: SAVED_ITEMS_FRESH_MS }));
  return (await Promise.all(views)).flat();
}

export const savedViewsSource = savedSource<SavedView>(
  { id: 'saved-views', title: 'Saved views' },
  fetchViews,
  (view, sharing) => ({
    id: `view-${view.id}`,
    label: view.name,
    detail: joinDetails(VIEW_LISTS[view.screen].label, describeQuery(view.query), sharing),
    icon: StarOutlined,
    does: { jump: { to: viewUrl(VIEW_LISTS[view.screen].path, view) } },
  }),
);

/** Results found by ID come first; duplicates are removed. */
export function mergeNumbered<Row extends { id: number }>(numbered: Page<Row>, others: Page<Row>): Page<Row> {
  const rest = others.items.filter(({ id }) => id !== numbered.items[0]?.id);
  return {
    items: [...numbered.items, ...rest].slice(0, MAX_SHOWN),
    total: numbered.total + others.total - (others.items.length - rest.length),
  };
}

/** One word with a digit in it. */
const TRACE_NUMBER = /^(?=.*\d)[\p{L}\d-]{3,50}$/u;
const NO_TRANSACTIONS = { items: [] as Transaction[], total: 0 };

export const transactionsSource: PaletteSource = {
  id: 'transactions',
  title: 'Transactions',
  takes: (text) => TRACE_NUMBER.test(text) || parseIdQuery(text) !== null,
  find: async ({ text, signal }) => {
    const id = parseIdQuery(text);
    const filters = { checkTracerNumber: text };
    const [numbered, traced] = await Promise.all([
      id === null
        ? NO_TRANSACTIONS
        : requestPage<Transaction>(`/api/transactions?id=${id}&pageSize=${MAX_SHOWN}`, signal),
      TRACE_NUMBER.test(text) ? fetchReport({ filters, rows: MAX_SHOWN, signal }) : NO_TRANSACTIONS,
    ]);
    const { items, total } = mergeNumbered(numbered, traced);
    const list = traced.total > MAX_SHOWN ? `/reports?${new URLSearchParams(filters)}` : null;
    return { entries: items.map(transactionEntry), total, list };
  },
};

function transactionEntry(entry: Transaction): PaletteEntry {
  const { id, amount, transactionType, company, memberName, checkTracerNumber } = entry;
  const day = entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  return {
    id: `transaction-${id}`,
    label: `${formatMoney(amount)} ${transactionType} · ${company}`,
    detail: joinDetails(
      memberName,
      day !== null && formatDay(day),
      checkTracerNumber !== null && `Trace ${checkTracerNumber}`,
      `No. ${id}`,
    ),
    icon: SwapOutlined,
    does: { jump: { opens: 'transaction', id } },
  };
}
