import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import type { QueryGroup } from '@clearwatch/domain/report-writing/custom/custom-query';
import type { FlowDirection } from '@clearwatch/domain/report-writing/sections/what-changed-section';

declare const SQL: unique symbol;

/** A part of a query. Only `sql` makes one, so that no value becomes part of a query: values are $1, $2 and so on. */
export type Sql = string & { readonly [SQL]: true };

export type ColumnType = 'bigint[]' | 'date' | 'integer[]' | 'numeric' | 'text' | 'text[]';

/** Words of closed lists, which may be parts of a query. */
type SqlWord = ColumnType | Comparison | FlowDirection | TransactionType | QueryGroup | 'now' | 'before';
type Comparison = '=' | '<' | '<=' | '>' | '>=';
type SqlTemplate<T> = (texts: TemplateStringsArray, ...parts: (Sql | number | SqlWord)[]) => T;

export const sql: SqlTemplate<Sql> = (texts, ...parts) => String.raw({ raw: texts }, ...parts) as Sql;

/** Leaves out parts that are false. */
export const joinSql = (separator: '' | ', ' | ' AND ' | ' OR ', ...parts: (Sql | false)[]) =>
  parts.filter((part) => part !== false).join(separator) as Sql;

/** Runs a query that is given as a template with $1, $2 and so on for the parameters. */
export const asTemplate =
  <T>(run: (query: Sql) => Promise<T>): SqlTemplate<Promise<T>> =>
  (texts, ...parts) =>
    run(sql(texts, ...parts));
