import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import type { QueryGroup } from '@clearwatch/domain/report-writing/custom/custom-query';
import type { FlowDirection } from '@clearwatch/domain/report-writing/sections/what-changed-section';

declare const SQL: unique symbol;

/**
 * A part of a query. Only `sql` creates one, so values cannot become part of a query. They are passed as
 * parameters $1, $2 and so on.
 */
export type Sql = string & { readonly [SQL]: true };

export type ColumnType = 'bigint[]' | 'date' | 'integer[]' | 'numeric' | 'text' | 'text[]';

/** Words from closed lists are safe to use in a query. */
type SqlWord = ColumnType | Comparison | FlowDirection | TransactionType | QueryGroup | 'now' | 'before';
type Comparison = '=' | '<' | '<=' | '>' | '>=';
type SqlTemplate<T> = (texts: TemplateStringsArray, ...parts: (Sql | number | SqlWord)[]) => T;

export const sql: SqlTemplate<Sql> = (texts, ...parts) => String.raw({ raw: texts }, ...parts) as Sql;

/** Joins parts and skips those that are false. */
export const joinSql = (separator: '' | ', ' | ' AND ' | ' OR ', ...parts: (Sql | false)[]) =>
  parts.filter((part) => part !== false).join(separator) as Sql;

/** Runs a query template whose parameters are $1, $2 and so on. */
export const asTemplate =
  <T>(run: (query: Sql) => Promise<T>): SqlTemplate<Promise<T>> =>
  (texts, ...parts) =>
    run(sql(texts, ...parts));
