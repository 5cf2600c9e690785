import type { Cents } from '../../../money/cents.ts';
import type { ReportContext } from '../../report-composer.ts';
import { noted } from '../noted.ts';
import { type Pair, pairOf } from '../pair.ts';
import { ROUTE_LABELS, TRANSFER_ROUTES, type TransferRoute } from './transfer-route.ts';
import type { TransferCompany, Transfers } from './transfers.ts';

const SOURCE = 'of entries that name a bank, broker, app, exchange or sender abroad and are transfers';

type Figure = 'outCents' | 'inCents' | 'outBeforeCents' | 'inBeforeCents';

export function sumOf(companies: readonly TransferCompany[], figure: Figure): Cents {
  return companies.reduce((sum, company) => sum + company[figure], 0);
}

/** Money out and in by some of the companies, or by all. */
export function statedTransfers(
  companies: readonly TransferCompany[],
  what: string,
  { asked, sheet }: ReportContext,
): { out: Pair; in: Pair } {
  const money = (label: string, kind: string, now: Cents, before: Cents) =>
    pairOf(asked, { label, source: `Sum of ${kind} ${SOURCE}`, now, before }, (note, cents) =>
      sheet.money(note, cents),
    );
  return {
    out: money(`${what}, out`, 'debits', sumOf(companies, 'outCents'), sumOf(companies, 'outBeforeCents')),
    in: money(`${what}, in`, 'credits', sumOf(companies, 'inCents'), sumOf(companies, 'inBeforeCents')),
  };
}

/** The ways that carried money in one of the periods, each with its companies. */
export function byRoute({ companies }: Transfers): { route: TransferRoute; companies: TransferCompany[] }[] {
  return TRANSFER_ROUTES.map((route) => ({
    route,
    companies: companies.filter((company) => company.route === route),
  })).filter((each) => each.companies.length > 0);
}

export function routeWord(route: TransferRoute, { sheet }: ReportContext) {
  return sheet.word(
    {
      label: 'Way of the transfer',
      source: 'Read from the company’s name and how its entries are described',
    },
    ROUTE_LABELS[route],
  );
}

export function companyWord({ company }: Pick<TransferCompany, 'company'>, { sheet }: ReportContext) {
  return sheet.company({ label: 'Company', source: 'Company of the entries' }, company);
}

/** "Net outflow …": debits less credits; negative when more came in. */
export function netOut(companies: readonly TransferCompany[], what: string, { asked, sheet }: ReportContext) {
  const cents = sumOf(companies, 'outCents') - sumOf(companies, 'inCents');
  return {
    cents,
    stated: sheet.money(
      noted(`${what}, debits less credits`, `Debits less credits ${SOURCE}`, asked.period),
      cents,
    ),
  };
}
