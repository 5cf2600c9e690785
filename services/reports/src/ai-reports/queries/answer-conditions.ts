import { addDays } from '@clearwatch/domain/calendar/day';
import { formatCents } from '@clearwatch/domain/money/cents';
import { NO_FIGURES, NO_TALLY, type Query } from '@clearwatch/domain/report-writing/custom/custom-query';

type AddParameter = (value: unknown) => string;

/** $1 to $2 the period, $3 to $4 what it is compared with: an empty stretch of days where nothing is. */
export function periodParameters({ period, comparedWith }: Query): {
  parameters: unknown[];
  parameter: AddParameter;
} {
  const before = comparedWith ?? { firstDay: period.lastDay, lastDay: addDays(period.lastDay, -1) };
  const parameters: unknown[] = [period.firstDay, period.lastDay, before.firstDay, before.lastDay];
  return { parameters, parameter: (value) => `$${parameters.push(value)}` };
}

const FILTERED_COLUMNS = {
  company: 'company',
  account: 'account_number',
  secClass: 'class',
  amount: 'amount',
};

/** " AND …" for whatever narrows the query down. */
export function filters(
  { companies, members, classes, amount }: Pick<Query, 'companies' | 'members' | 'classes' | 'amount'>,
  parameter: AddParameter,
  columns = FILTERED_COLUMNS,
): string {
  const isAny = (column: string, values: readonly string[]) => [
    `${column} = ANY (${parameter(values)}::text[])`,
  ];
  return [
    ...(companies === null ? [] : isAny(columns.company, companies)),
    ...(members === null
      ? []
      : isAny(
          columns.account,
          members.map(({ accountNumber }) => accountNumber),
        )),
    ...(classes.length === 0 ? [] : isAny(columns.secClass, classes)),
    ...(amount === null ? [] : [limitSql(columns.amount, amount, parameter)]),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('');
}

export function limitSql(
  what: string,
  amount: NonNullable<Query['amount']>,
  parameter: AddParameter,
): string {
  const cents = (value: number) => `${parameter(formatCents(value))}::numeric`;
  switch (amount.is) {
    case 'over':
      return `${what} > ${cents(amount.cents)}`;
    case 'under':
      return `${what} < ${cents(amount.cents)}`;
    case 'at least':
      return `${what} >= ${cents(amount.cents)}`;
    case 'at most':
      return `${what} <= ${cents(amount.cents)}`;
    case 'exactly':
      return `${what} = ${cents(amount.cents)}`;
    case 'between':
      return `${what} BETWEEN ${cents(amount.cents)} AND ${cents(amount.toCents)}`;
  }
}

export const NO_ROW = { member: null, now: NO_FIGURES, before: null, tally: NO_TALLY };

export const isIn = { now: 'day BETWEEN $1 AND $2', before: 'day BETWEEN $3 AND $4' } as const;
