import {
  FILTER_VISIBILITIES,
  type SavedFilter,
  TransactionFilters,
} from '@clearwatch/contracts/http/transaction-reports';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { plainToInstance } from 'class-transformer';

/** A saved filter with who may change it. */
export interface StoredFilter extends Omit<SavedFilter, 'mayChange'> {
  ownerId: number;
}

export function toStoredFilter(row: Row): StoredFilter {
  return {
    id: integerOf(row, 'id'),
    ownerId: integerOf(row, 'owner_id'),
    owner: textOf(row, 'owner_name'),
    name: textOf(row, 'name'),
    visibility: oneOf(FILTER_VISIBILITIES, row, 'visibility'),
    filters: plainToInstance(TransactionFilters, row['filters']),
    updatedAt: instantOf(row, 'updated_at'),
  };
}

export function toSavedFilter(actor: Actor, { ownerId, ...filter }: StoredFilter): SavedFilter {
  return { ...filter, mayChange: mayChange(actor, { ownerId }) };
}

export function mayChange(actor: Actor, { ownerId }: Pick<StoredFilter, 'ownerId'>): boolean {
  return actor.role === 'Admin' || actor.userId === ownerId;
}
