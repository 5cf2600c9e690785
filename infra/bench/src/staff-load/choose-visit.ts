import { type CATALOGUE, STAFF_DAY, type StaffRequest, type Visit } from './staff-day.ts';

type Source = keyof typeof CATALOGUE;
/** Rows of lists, as the API answers them. */
export type Catalogue = Readonly<Record<Source, readonly Readonly<Record<string, unknown>>[]>>;

const PLACE = /\{(\w+)\.(\w+)\}/g;

/** A request to be sent: `name` is the path as the definition has it, under which answers are counted. */
export interface ChosenRequest extends StaffRequest {
  name: string;
}

/** @param random uniform in [0, 1) */
export function chooseVisit(
  catalogue: Catalogue,
  random: () => number,
): { visit: Visit; requests: ChosenRequest[] } {
  const possible = STAFF_DAY.filter((visit) => fill(visit, catalogue, () => 0) !== null);
  let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  const visit = possible.find(({ weight }) => (left -= weight) < 0) ?? possible[0];
  if (visit === undefined) throw new Error('The catalogue allows no visit');
  return { visit, requests: fill(visit, catalogue, random) ?? [] };
}

/** @returns null when the ledger holds nothing that the paths could name */
export function fill(visit: Visit, catalogue: Catalogue, random: () => number): ChosenRequest[] | null {
  const chosen = new Map<string, Readonly<Record<string, unknown>>>();
  const wanted = visit.requests.flatMap(({ path }) => [...path.matchAll(PLACE)]);
  for (const source of new Set(wanted.map(([, name]) => name as Source))) {
    const fields = wanted.filter(([, name]) => name === source).map(([, , field]) => field ?? '');
    const rows = catalogue[source].filter((row) => fields.every((field) => textOf(row[field]) !== ''));
    const row = rows[Math.floor(random() * rows.length)];
    if (row === undefined) return null;
    chosen.set(source, row);
  }
  return visit.requests.map((request) => ({
    ...request,
    name: `${request.method} ${request.path}`,
    path: request.path.replaceAll(PLACE, (_, source: string, field: string) =>
      encodeURIComponent(textOf(chosen.get(source)?.[field])),
    ),
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
